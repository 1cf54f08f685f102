import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { readEntry } from '../../src/core/export/library/entryFiles';
import { listExports } from '../../src/core/export/library/library';
import { ExportLocks } from '../../src/core/locks/exportLock';
import { type ExportedData, Shell } from '../support/cli/commandLine';
import { recordsIn, valuesIn } from '../support/faults/oracle';
import { seed } from '../support/faults/run';
import { Random } from '../support/random';

const kills = 6;
const days = ['--since', '2026-10-15', '--until', '2026-11-10'];
const question = [
	'export',
	'--app',
	'101',
	...days,
	'--chunk',
	'day',
	'--fields',
	'error,error_id,error_name,os_version',
];

describe('command-line exports that are killed', () => {
	it('neither loses nor duplicates records when the CLI is repeatedly killed and run again', async () => {
		await using shell = await Shell.open({ records: 9000, seed });
		const random = new Random(seed);
		for (let killed = 0; ; ) {
			shell.service.requests.clear();
			const running = shell.start(question);
			if (killed === kills) {
				const { code, stdout, stderr } = await running.ended;
				assert.equal(code, 0, stderr);
				await compare(shell, JSON.parse(stdout));
				return;
			}
			const answers = 1 + random.below(3);
			while (running.process.exitCode === null && shell.service.requests.list().length <= answers) {
				await delay(2);
			}
			await delay(random.below(30));
			if (running.process.kill('SIGKILL')) {
				killed++;
			}
			const { code, stdout } = await running.ended;
			if (code === 0) {
				await compare(shell, JSON.parse(stdout));
			}
		}
	}).timeout(300_000);

	it('shows a running CLI export in editor windows, which can resume the export after the CLI is killed', async () => {
		await using shell = await Shell.open({ records: 3000, seed });
		shell.service.faults.set({ name: 'queued', value: '1' });
		const running = shell.start(question);
		const runners = { running: new Set<string>(), locks: new ExportLocks() };
		const listed = async () => (await listExports(shell.library, shell.service.url, runners)).entries;
		let seen = await listed();
		while (!seen[0]?.resumable?.done && running.process.exitCode === null) {
			await delay(10);
			seen = await listed();
		}
		assert.equal(seen[0]?.runsElsewhere, true);
		running.process.kill('SIGINT');
		assert.equal((await running.ended).code, 130);
		const [left] = await listed();
		assert.equal(left?.runsElsewhere, undefined);
		assert.ok(left?.resumable?.done);
	});
});

async function compare({ service }: Shell, { folder, file, records }: ExportedData): Promise<void> {
	const entry = await readEntry(folder);
	assert.ok(entry?.outcome);
	const { stored } = entry;
	const expected: string[] = [];
	for await (const values of service.recordsFor(stored.question)) {
		expected.push(JSON.stringify(values));
	}
	assert.ok(expected.length > 500, `${expected.length} records`);
	const held = recordsIn(readFileSync(file), 'csv');
	const found = valuesIn(held, stored.question.fields).map((values) => JSON.stringify(values));
	assert.deepEqual(found.toSorted(), expected.toSorted());
	assert.equal(records, expected.length);
}
