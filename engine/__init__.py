"""The mathematics and the models of QKVista. Nothing here imports Qt, and only models import torch."""
