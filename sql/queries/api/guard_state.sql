multiIf(guard_stops > 0, 'stopped', guard_mode != '' OR guard_decisions > 0, 'allowed', 'unguarded')
