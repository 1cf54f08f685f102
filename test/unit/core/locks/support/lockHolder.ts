import { ExportLocks } from '../../../../../src/core/locks/exportLock';

/* A process or a thread that takes a lock, and computes from then on without ever coming to anything else. */

const [folder = '', timing = ''] = process.argv.slice(2);

async function compute(): Promise<void> {
	await new ExportLocks(JSON.parse(timing)).tryLock(folder);
	for (;;) {}
}

void compute();
