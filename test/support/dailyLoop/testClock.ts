import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Node.js arguments for processes that use the clock. */
export const clockArgs = ['--import', pathToFileURL(resolve('test/support/dailyLoop/movedClock.mjs')).href];

/**
 * Clock of the test service and of processes that are started with this clock's arguments and environment. The clock
 * can be moved while they are running.
 */
export class TestClock {
	private aheadMs = 0;
	private readonly file: string;

	constructor(folder: string) {
		this.file = join(folder, 'clock');
		this.moveBy(0);
	}

	get environment(): Readonly<Record<string, string>> {
		return { MOVED_CLOCK: this.file };
	}

	/** Returns the Unix time in seconds. */
	now(): number {
		return Math.floor((Date.now() + this.aheadMs) / 1000);
	}

	moveBy(milliseconds: number): void {
		this.aheadMs += milliseconds;
		writeFileSync(this.file, String(this.aheadMs));
	}
}
