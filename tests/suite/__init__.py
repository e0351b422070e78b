"""Everything around the tests: private servers, a real browser, the runs, and tidying up. `bin/test` starts it."""
