import assert from 'node:assert/strict';
import { runSynchronously } from '../../../../../src/core/common/cooperativeTask';
import { codeBlock, markdownCell, markdownText } from '../../../../../src/core/records/write/markdown';
import { issueText } from '../../../../../src/core/records/write/recordIssue';

describe('issue text', () => {
	it('issue text includes every labeled fact that has a value', () => {
		assert.equal(
			issueText({
				title: 'NullPointerException',
				facts: [
					{ label: 'Records', value: '12 (3 %)', from: 'host' },
					{ label: 'Devices', value: '', from: 'host' },
					{ label: 'Versions', value: '5.2.1', from: 'record' },
				],
				record: { heading: 'Record', fields: [{ label: 'city', value: 'St. *Petersburg*', from: 'record' }] },
				trace: { heading: 'Trace', text: 'x\r\n\tat a.b(C.java:1)\n\n' },
				closing: 'Exported today, 09:02.',
			}),
			[
				'## NullPointerException',
				'',
				'- **Records:** 12 (3 %)',
				'- **Versions:** 5.2.1',
				'',
				'### Record',
				'',
				'- **city:** `St. *Petersburg*`',
				'',
				'### Trace',
				'',
				'```text',
				'x',
				'\tat a.b(C.java:1)',
				'```',
				'',
				'Exported today, 09:02.',
				'',
			].join('\n'),
		);
		assert.equal(issueText({ title: 'a', facts: [], trace: { heading: 'Trace', text: '' } }), '## a\n');
	});

	it('fences a stack trace in an issue with more backticks than the stack trace contains', () => {
		assert.equal(codeBlock('a\n````\nb'), '`````text\na\n````\nb\n`````');
	});
});

describe('Markdown escaping', () => {
	for (const [text, written] of [
		['two words, 3', 'two words, 3'],
		['5.2.1', '5.2.1'],
		['@somebody', '`@somebody`'],
		['https://host.example', '`https://host.example`'],
		['<img src=x>', '`<img src=x>`'],
		['a`b', '``a`b``'],
		['`', '`` ` ``'],
		[' *a* ', '`  *a*  `'],
		['line\r\nline', 'line line'],
		['\u202eabc', '`\ufffdabc`'],
		['', ''],
		['   ', '   '],
	] as const) {
		it(`escapes ${JSON.stringify(text)} in Markdown as ${JSON.stringify(written)}`, () =>
			assert.equal(markdownText(text), written));
	}

	it('escapes characters that would end a Markdown table cell', () => {
		assert.equal(runSynchronously(markdownCell('a|b')), '`a\\|b`');
		assert.equal(runSynchronously(markdownCell('a\\|b')), '`a\\ \\|b`');
	});
});
