// Moves the clock of a process that preloads this module, by the number of milliseconds in a file.
import { readFileSync } from 'node:fs';

const file = process.env['MOVED_CLOCK'];
const rereadMs = 100;

if (file) {
	const clock = Date.now.bind(Date);
	let [ahead, readAt] = [0, Number.NEGATIVE_INFINITY];
	const now = () => {
		if (performance.now() - readAt > rereadMs) {
			ahead = Number(readFileSync(file, 'utf8'));
			readAt = performance.now();
		}
		return clock() + ahead;
	};
	globalThis.Date = new Proxy(Date, {
		apply: (target) => new target(now()).toString(),
		construct: (target, values, newTarget) =>
			Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
		get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
	});
}
