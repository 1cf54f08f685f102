import assert from 'node:assert/strict';
import type { IssueQuestion } from '../../../../../src/shared/results';
import { useTemporaryFolder } from '../../export/support/temporaryFolder';
import { asking } from '../query/support/asking';
import { openText } from '../support/tables';

const header = 'error,error_name,error_timestamp,profile_id';
const words = {
	untitled: 'Record 1',
	fieldsHeading: undefined,
	deobfuscatedLabel: 'Deobfuscated with',
	traceHeading: 'Trace',
};

describe('An issue about a record', () => {
	const folder = useTemporaryFolder();

	async function issueOf(row: string, question: Partial<IssueQuestion> = {}): Promise<string> {
		await using table = await openText(folder.path, 'a.csv', `${header}\n${row}\n`);
		const record = { number: 0, ...words };
		return asking(table).issue({ title: undefined, facts: [], record, closing: [], ...question });
	}

	it('has its name, its fields and its trace, and nobody in it', async () => {
		const closing = [
			{ value: 'Shop & Co', from: 'record' },
			{ value: 'exported today', from: 'host' },
		] as const;
		assert.equal(
			await issueOf('"x\n\tat a.b(C.java:1)",CartException,1794787200,secret', { closing }),
			[
				'## CartException',
				'',
				'- **`error_name`:** CartException',
				'- **`error_timestamp`:** `2026-11-16 00:00:00 UTC`',
				'',
				'### Trace',
				'',
				'```text',
				'x',
				'\tat a.b(C.java:1)',
				'```',
				'',
				'`Shop & Co` · exported today',
				'',
			].join('\n'),
		);
	});

	it('is called after its first line, or its number', async () => {
		assert.match(await issueOf('"first line\nsecond",,,'), /^## first line\n/);
		assert.match(await issueOf(',,1,'), /^## Record 1\n/);
	});

	it('is short, however long its texts are', async () => {
		const issue = await issueOf(`"${'\tat a.b(C.java:1)\n'.repeat(100_000)}",${'n'.repeat(1_000_000)},1,`);
		assert.ok(issue.length < 32_000, `${issue.length} characters`);
		assert.ok(issue.includes('\n…\n'));
	});
});
