// Shortens the waits before retries, polls and lock checks in processes that preload this module.
const timers = require('node:timers/promises');

const maxMs = 500;
const { setTimeout: wait } = timers;

timers.setTimeout = (milliseconds, ...parameters) => wait(Math.min(milliseconds ?? 0, maxMs), ...parameters);
