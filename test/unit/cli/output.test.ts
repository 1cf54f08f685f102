import assert from 'node:assert/strict';
import { widthOf } from '../../../src/cli/output/cellWidth';
import { inertLog, inertReport, visibleLine } from '../../../src/cli/output/inert';
import { jsonText } from '../../../src/cli/output/json';
import { Progress } from '../../../src/cli/output/progress';
import { reportText } from '../../../src/cli/output/reportText';
import type { OutputForm } from '../../../src/cli/output/result';
import { writeAnswer } from '../../../src/cli/run';
import type { ReportDocument, ReportLine } from '../../../src/core/records/write/report/report';

/** Texts that a CI system interprets as commands at the beginning of a line. */
const commands = [
	'::error file=a.ts,line=1::x',
	'::add-mask::x',
	'::stop-commands::x',
	'  ::set-output name=a::b',
	'##[error]x',
	'##[group]x',
	'##vso[task.setvariable variable=a]b',
	'##VSO[task.complete]',
	"##teamcity[message text='x']",
	'--- x',
	'+++ x',
	'##[add-matcher]x.json',
	'::debug::x',
	'::endgroup::',
	"##teamcity[buildProblem description='x']",
	'##[command]x ##vso[build.addbuildtag]x',
	'~~~ x',
	'^^^ +++',
	'---',
	'+++',
	'travis_fold:start:x',
	'travis_time:end:1a2b:start=1,finish=2,duration=1',
	'x travis_fold:end:x',
	'x fold:start:x',
	'section_start:1560896352:x',
	'x section_end:1560896352:x[collapsed=true]',
];

const hidden = [
	0x00ad, 0x034f, 0x061c, 0x115f, 0x1160, 0x17b4, 0x180b, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x202e, 0x2060,
	0x2066, 0x206f, 0x2800, 0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0x1d173, 0xe0001, 0xe0041, 0xe007f, 0xe0100,
].map((code) => String.fromCodePoint(code));

function documentOf(head: readonly string[], ...rows: readonly ReportLine[]): ReportDocument {
	return { title: '', language: 'en', blocks: [{ kind: 'table', head, rows }] };
}

describe('command-line output', () => {
	/** Matches lines that GitHub Actions, Azure Pipelines, TeamCity, Buildkite, Travis CI or GitLab interpret. */
	const interpreted =
		/^\s*::|##\[|##vso\[|##teamcity\[|^(?:---|\+\+\+|~~~|\^\^\^)(?:\s|$)|fold:(?:start|end):|travis_time:(?:start|end):|section_(?:start|end):\d/im;

	for (const form of ['table', 'markdown', 'json', 'ndjson'] satisfies readonly OutputForm[]) {
		it(`neutralizes commands for CI systems in record text (output format: ${form})`, async () => {
			const foreign = commands.map((text) => ({ foreign: text }));
			const printed: string[] = [];
			const stdout = {
				isTTY: false,
				write: (text: string, done: () => void) => {
					printed.push(text);
					done();
					return true;
				},
			};
			await writeAnswer(
				{
					data: { commands },
					rows: commands,
					document: {
						title: '',
						language: 'en',
						blocks: [
							...foreign.map((words) => ({ kind: 'paragraph' as const, line: [words] })),
							...documentOf(['Name', 'Count'], ...foreign.map((words) => [words, '1'])).blocks,
							{ kind: 'bars', bars: commands.map((label) => ({ label, count: 1, words: '' })) },
						],
					},
				},
				form,
				{ stdout } as never,
			);
			const text = printed.join('');
			assert.doesNotMatch(text, interpreted);
			if (form === 'json') {
				assert.deepEqual(JSON.parse(text), { commands });
			}
		});
	}

	it('prevents CI systems from interpreting messages as commands', () => {
		const printed: string[] = [];
		const stderr = { write: (text: string) => printed.push(text) };
		const progress = new Progress({ stderr, stdout: {} } as never, false);
		for (const command of commands) {
			progress.note(command);
			progress.note(`x\n${command}`);
		}
		assert.doesNotMatch(printed.join(''), interpreted);
		const usual = 'Usage: a::b # c ## d [e] --- f ---x a fold:start time:end:5 section_start:x time:12';
		assert.equal(inertLog(usual), usual);
	});

	it('removes invisible characters from text output and escapes them in JSON', () => {
		for (const character of hidden) {
			assert.equal(visibleLine(`a${character}b`), 'ab');
			assert.equal(inertReport(`a${character}b`), 'ab');
			const json = jsonText({ a: `x${character}y` });
			assert.match(json, /^\{"a":"x(?:\\u[\da-f]{4}){1,2}y"\}$/);
			assert.deepEqual(JSON.parse(json), { a: `x${character}y` });
		}
	});

	it('fits tables to the width of the terminal', () => {
		const rows: readonly ReportLine[] = [
			[
				{ foreign: 'java.lang.IllegalStateException · com.acme.shop.cart.CartTotals.add' },
				'1,234',
				'12%',
				{ foreign: 'app/src/main/kotlin/com/acme/shop/cart/CartTotals.kt:17' },
			],
			[{ foreign: '購物車是空的購物車是空的購物車是空的購物車是空的' }, '5', '1%', { foreign: '' }],
			[{ foreign: 'é̂é̂ 👩‍👩‍👧 ｶｰﾄ カート' }, '12,345,678', '100%', { foreign: 'src/a.ts:1' }],
		];
		for (const width of [40, 60, 80, 100, 120]) {
			const text = reportText(documentOf(['Error', 'Records', 'Share', 'Thrown from'], ...rows), width);
			const lines = text.split('\n');
			assert.deepEqual(
				lines.filter((line) => widthOf(line) > width),
				[],
			);
			assert.match(text, /CartTotals\.kt:17/);
			assert.match(text, /12,345,678/);
		}
		const [head = '', first = '', second = ''] = reportText(
			documentOf(['Error', 'Records', 'Share', 'Thrown from'], ...rows),
			100,
		).split('\n');
		assert.ok(head.includes('  Thrown from') && first.includes('…/'));
		assert.equal(widthOf(second.slice(0, second.indexOf('5') + 1)), head.indexOf('Records') + 'Records'.length);
	});

	it('left-aligns strings such as versions, and right-aligns numbers', () => {
		const text = reportText(
			documentOf(
				['Error', 'Records', 'Versions'],
				[{ foreign: 'a' }, '5', { foreign: '3.0' }],
				[{ foreign: 'b' }, '1,000', { foreign: '3.0 – 3.12' }],
			),
			80,
		);
		assert.equal(text, 'Error  Records  Versions\na            5  3.0\nb        1,000  3.0 – 3.12\n');
	});

	it('truncates long names so that they remain distinguishable', () => {
		const name = (method: string) => `java.lang.IllegalStateException · com.acme.shop.cart.CartRepository.${method}`;
		const text = reportText(
			documentOf(['Error', 'Records'], [{ foreign: name('load') }, '1'], [{ foreign: name('save') }, '2']),
			40,
		);
		assert.match(text, /load/);
		assert.match(text, /save/);
	});
});
