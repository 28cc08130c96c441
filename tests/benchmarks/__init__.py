"""How fast simkit plays: decisions, options and games a second; its hot kernel against C; two threads against one."""
