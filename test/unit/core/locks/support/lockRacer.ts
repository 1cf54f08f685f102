import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ExportLocks } from '../../../../../src/core/locks/exportLock';

/*
 * While this process holds the lock, it exclusively creates a file. If another process also held the lock, the file
 * would already exist, which is logged in `overlaps`.
 */

const [folder = '', turns = '', name = '', dies = ''] = process.argv.slice(2);
const inside = join(folder, 'inside');

async function race(): Promise<void> {
	const locks = new ExportLocks({ beatMs: 20, checksUntilDead: 500 });
	for (let turn = 1; turn <= Number(turns); turn++) {
		await using _lock = await locks.lock(folder, new AbortController().signal);
		try {
			writeFileSync(inside, name, { flag: 'wx' });
			await delay(Math.random() * 3);
			rmSync(inside);
		} catch {
			appendFileSync(join(folder, 'overlaps'), `${name}\n`);
		}
		appendFileSync(join(folder, 'turns'), `${name}\n`);
		if (String(turn) === dies) {
			// Killed without cleanup, as in a power failure.
			process.kill(process.pid, 'SIGKILL');
		}
	}
}

void race();
