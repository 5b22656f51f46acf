"""Schedules: who loads, computes and stores which tile when, and what that costs."""
