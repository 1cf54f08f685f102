import { ExportLocks } from '../../../../../src/core/locks/exportLock';

/* Process or thread that takes a lock and then computes forever without returning to its event loop. */

const [folder = '', timing = ''] = process.argv.slice(2);

async function compute(): Promise<void> {
	await new ExportLocks(JSON.parse(timing)).tryLock(folder);
	for (;;) {}
}

void compute();
