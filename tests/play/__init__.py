"""The play floor: one writer, its readers, notices, tasks, the admin."""
