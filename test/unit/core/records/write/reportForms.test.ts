import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { reportText } from '../../../../../src/cli/output/reportText';
import type { ReportBlock, ReportDocument } from '../../../../../src/core/records/write/report/report';
import { reportHtml } from '../../../../../src/core/records/write/report/reportHtml';
import { reportMarkdown } from '../../../../../src/core/records/write/report/reportMarkdown';

const nowhere = () => undefined;
const report = (...blocks: ReportBlock[]): ReportDocument => ({ title: 'Errors of Shop', language: 'en', blocks });

const hostile = [
	'# a heading',
	'`code` and ``more``',
	'```\nfence\n```',
	'<script>alert(1)</script>',
	'"><img src=x onerror=alert(1)>',
	'</code></title></style><b>',
	'[link](command:evil) ![picture](https://example.com/a.png) https://example.com',
	'| cell | cell |\n| --- | --- |',
	'\u202eturned\u2028\0',
	'&lt;b&gt;',
];

describe('reports in Markdown and HTML', () => {
	it('formats all kinds of report blocks in Markdown', () => {
		const text = reportMarkdown(
			report(
				{ kind: 'heading', level: 2, line: ['New ', { foreign: 'a*b' }] },
				{ kind: 'list', items: [['of a_b'], [{ foreign: 'plain words' }]] },
				{ kind: 'table', head: ['', 'Before'], rows: [['Records', { foreign: 'x|y' }]] },
				{
					kind: 'bars',
					bars: [
						{ label: 'before', count: 1, words: '1' },
						{ label: 'after', count: 240, words: '240' },
					],
				},
				{ kind: 'trends', trends: [{ label: '', counts: [0, 1, 50, 100], words: 'May' }] },
			),
			nowhere,
		);
		assert.deepEqual(text.split('\n\n'), [
			'## New `a*b`',
			'- of a\\_b\n- plain words',
			'|  | Before |\n| --- | --- |\n| Records | `x\\|y` |',
			`\`\`\`text\nbefore █${' '.repeat(23)} 1\nafter  ${'█'.repeat(24)} 240\n\`\`\``,
			'```text\n▕ ▁▄█▏ May\n```\n',
		]);
	});

	it('draws trends of rates below 1 with the same shape as trends of counts', () => {
		const drawn = (scale: number) => {
			const trends = [
				[0, 1, 4, 8],
				[8, 2, 0, 1],
			].map((counts, side) => ({
				label: ['before', 'after'][side] ?? '',
				counts: counts.map((count) => count * scale),
				words: '',
			}));
			const made = report({ kind: 'trends', trends });
			return [reportMarkdown(made, nowhere), reportHtml(made, nowhere), reportText(made, 80)];
		};
		const [markdown, html, text] = drawn(1);
		assert.match(markdown ?? '', /before ▕ ▁▄█▏ \nafter {2}▕█▂ ▁▏/);
		assert.match(text ?? '', /before ▕ ▁▄█▏\nafter {2}▕█▂ ▁▏/);
		assert.match(html ?? '', /height="32"\/>/);
		for (const scale of [1 / 604_800, 0.01, 0.3, 1_000_000]) {
			assert.deepEqual(drawn(scale), [markdown, html, text], `scale ${scale}`);
		}
		assert.ok(drawn(0).every((flat) => !/▁|height="[1-9]\d?"\/>/.test(flat)));
	});

	it('links reachable files in a report and shows only the names of unreachable files', () => {
		const line = [{ link: { label: 'src/a (1).kt:7', file: 'f', line1: 7 } }];
		const [to, none] = [() => '../src/a (1)#.kt', nowhere];
		const made = report({ kind: 'paragraph', line });
		assert.equal(reportMarkdown(made, to), '[`src/a (1).kt:7`](./../src/a%20%281%29%23.kt#L7)\n');
		assert.equal(reportMarkdown(made, none), '`src/a (1).kt:7`\n');
		assert.match(
			reportHtml(made, to),
			/<a href="\.\/\.\.\/src\/a%20%281%29%23\.kt#L7"><code>src\/a \(1\)\.kt:7<\/code><\/a>/,
		);
		assert.doesNotMatch(reportHtml(made, none), /<a /);
		for (const path of ['javascript:alert(1)', '//example.com/x', 'https://example.com']) {
			assert.match(
				reportHtml(made, () => path),
				/href="\.\/[^"]*"/,
			);
			assert.match(
				reportMarkdown(made, () => path),
				/\]\(\.\//,
			);
		}
	});

	it('escapes untrusted text everywhere in Markdown and HTML reports', () => {
		for (const foreign of hostile) {
			const words = { foreign };
			const made = report(
				{ kind: 'heading', level: 1, line: [words] },
				{ kind: 'paragraph', line: [words] },
				{ kind: 'list', items: [[words]] },
				{ kind: 'table', head: [words, words], rows: [[words, words]] },
			);
			const html = reportHtml({ ...made, title: foreign }, nowhere);
			assert.deepEqual(
				[...html.matchAll(/<\/?(\w+)/g)].map(([, tag]) => tag),
				[...reportHtml({ ...report(...made.blocks.map(harmless)), title: 'x' }, nowhere).matchAll(/<\/?(\w+)/g)].map(
					([, tag]) => tag,
				),
				foreign,
			);
			const outside = reportMarkdown(made, nowhere).replace(/(?<!`)(`+)(?!`)([^\n]*?)(?<!`)\1(?!`)/g, '');
			assert.doesNotMatch(outside, /script|img|fence|link|example|cell|turned|more`|<b>/, foreign);
			assert.equal(outside.split('\n').filter((line) => line.startsWith('#')).length, 1, foreign);
		}
	});

	it('HTML report contains no scripts and no external resources', () => {
		const html = reportHtml(
			report(
				{ kind: 'trends', trends: [{ label: 'a', counts: [1, 2], words: '3' }] },
				{ kind: 'paragraph', line: ['x'] },
			),
			nowhere,
		);
		assert.doesNotMatch(html, /<script|<link|<img|https?:|url\(|@import|\son\w+=|\sstyle=/i);
		const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
		const hash = createHash('sha256').update(style).digest('base64');
		assert.ok(html.includes(`default-src 'none'; style-src 'sha256-${hash}'`));
	});

	it('formats untrusted text in a report in linear time', function () {
		this.timeout(20_000);
		for (const unit of ['`', '``a', '|', '\\|', '<', '[](', '\u202e', 'a b, ']) {
			const text = unit.repeat(1_000_000 / unit.length);
			const made = report({ kind: 'table', head: [''], rows: [[{ foreign: text }]] });
			assert.ok(reportMarkdown(made, nowhere).length >= 1_000_000);
			assert.ok(reportHtml(made, nowhere).length >= 1_000_000);
		}
	});

	it('renders column names literally in Markdown, even if they contain line endings or Markdown syntax', () => {
		const names = [
			'a\n# b',
			'# a',
			'- a',
			'1. a',
			'a\r\n\r\n<img src=x>',
			'a\u2028| b',
			'\u202ea',
			'> a',
			'===',
			'```',
			'[a](b)',
			'+ a',
		];
		const text = reportMarkdown(
			{
				title: '',
				language: 'en',
				blocks: names.flatMap((name) => [
					{ kind: 'paragraph' as const, line: [name] },
					{ kind: 'table' as const, head: [name], rows: [[name]] },
				]),
			},
			() => undefined,
		);
		const blocks = text.trimEnd().split('\n\n');
		assert.equal(blocks.length, 2 * names.length);
		for (const block of blocks) {
			assert.doesNotMatch(block, /^(?:[#>=`+-]|\d+\.|\[)|[^\\]<|[\r\u2028\u202e]/m);
		}
	});
});

function harmless(block: ReportBlock): ReportBlock {
	return JSON.parse(JSON.stringify(block), (key, value) => (key === 'foreign' ? 'x' : value));
}
