import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Returns the words that precede a command so that it runs on one core, or nothing if this isn't possible. File
 * operations then need less processor time, because no thread has to wake another core.
 * @param {number} slot Processes with different slots use different cores.
 */
export function onOneCore(slot) {
	if (process.platform !== 'linux') return [];
	const cores = allowedCores(readFileSync('/proc/self/status', 'utf8'));
	const words = ['taskset', '--cpu-list', String(cores[slot % cores.length])];
	const isPossible = spawnSync('taskset', [...words.slice(1), 'true']).status === 0;
	return isPossible ? words : [];
}

/** @param {string} status @returns {number[]} */
export function allowedCores(status) {
	const [, list = '0'] = /^Cpus_allowed_list:\s*(\S+)$/m.exec(status) ?? [];
	return list.split(',').flatMap((range) => {
		const [first = 0, last = first] = range.split('-').map(Number);
		return Array.from({ length: last - first + 1 }, (_, index) => first + index);
	});
}
