import assert from 'node:assert/strict';
import { issueOfValues } from '../../../../../src/core/records/write/recordIssue';
import type { IssueQuestion } from '../../../../../src/shared/results';
import { useTemporaryFolder } from '../../export/support/temporaryFolder';
import { asking } from '../query/support/querying';
import { openText } from '../support/tables';

const header = 'error,error_name,error_timestamp,profile_id';
const words = {
	untitled: 'Record 1',
	fieldsHeading: undefined,
	deobfuscatedLabel: 'Deobfuscated with',
	traceHeading: 'Trace',
};

describe('issue about a record', () => {
	const folder = useTemporaryFolder();

	async function issueOf(row: string, question: Partial<IssueQuestion> = {}): Promise<string> {
		await using table = await openText(folder.path, 'a.csv', `${header}\n${row}\n`);
		const record = { number: 0, ...words };
		return asking(table).issue({ title: undefined, facts: [], record, closing: [], ...question });
	}

	it('issue about a record contains its name, fields and stack trace but no personal data', async () => {
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

	it("uses the first line of the record's text, or otherwise the record number, as the issue title", async () => {
		assert.match(await issueOf('"first line\nsecond",,,'), /^## first line\n/);
		assert.match(await issueOf(',,1,'), /^## Record 1\n/);
	});

	it('names mapping files in an issue without their folders, even if the paths are Windows paths', async () => {
		await using table = await openText(folder.path, 'a.csv', `${header}\nx,,1,\n`);
		const question = { title: undefined, facts: [], record: { number: 0, ...words }, closing: [] };
		const paths = ['C:\\Users\\Zoë\\shop.map', '\\\\server\\maps\\mapping.txt', '/home/zoe/cart.map'];
		const issue = issueOfValues(table.info.columns, ['x', '', '1', ''], question, { text: 'x', paths });
		assert.match(issue, /Deobfuscated with:\*\* `?shop\.map, mapping\.txt, cart\.map`?$/m);
	});

	it('limits the length of an issue about a record with very long values', async () => {
		const issue = await issueOf(`"${'\tat a.b(C.java:1)\n'.repeat(100_000)}",${'n'.repeat(1_000_000)},1,`);
		assert.ok(issue.length < 32_000, `${issue.length} characters`);
		assert.ok(issue.includes('\n…\n'));
	});
});
