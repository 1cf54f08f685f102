import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { reportMarkdown } from '../../src/core/records/write/report/reportMarkdown';
import { apartLines } from '../../src/services/apartLines';
import { comparisonReport, type ReportedComparison } from '../../src/services/report/comparisonReport';
import type {
	ComparedGroup,
	GroupVerdict,
	Reason,
	ReasonFact,
	SideSummary,
	VerdictKind,
} from '../../src/shared/comparison';
import { verdictKinds } from '../../src/shared/comparison';
import type { Group } from '../../src/shared/results';
import { type ComparedWhole, describeObstacle, describeVerdict } from '../../src/wording/comparisonMessages';

const day = 86_400;
/** What records of errors cannot tell. */
const forbidden = /users?\b|crash-free|rate of users|caused by/i;

const side = (records: number, counted: number, seconds = 7 * day): SideSummary => ({
	records,
	devices: counted,
	untimed: 0,
	outside: 0,
	deviceless: 0,
	spans: [{ since: 1_767_571_200, until: 1_767_571_200 + seconds - 1 }],
	seconds,
	tested: { records, counted, seconds, until: undefined },
});
const whole = {
	before: side(41_233, 1_204),
	after: side(39_870, 1_180),
	by: 'devices',
	exposure: 'time',
} satisfies ComparedWhole;
const seen = (devices: number): Group => ({
	value: 'a',
	detail: '',
	firstRecord: 0,
	records: devices * 2,
	devices,
	firstSeen: 1_767_571_200,
	lastSeen: 1_767_571_300,
	firstVersion: '3.1.0',
	lastVersion: '3.2.0',
	trend: [],
});
const group = (before: number, after: number, verdict: GroupVerdict, value: ComparedGroup['value'] = 'a') => ({
	value,
	before: before > 0 ? seen(before) : undefined,
	after: after > 0 ? seen(after) : undefined,
	counted: { before, after },
	verdict,
	change: { ratio: after / before, low: 1.7, high: 7 },
	changeOfShare: { ratio: 1, low: 0.8, high: 1.3 },
	readingsDisagree: false,
	noneAtMost: undefined,
});

const verdicts: Readonly<Record<VerdictKind, GroupVerdict>> = {
	unchanged: { kind: 'unchanged' },
	new: { kind: 'new', expected: 164.6 },
	grown: { kind: 'grown' },
	shrunk: { kind: 'shrunk' },
	gone: { kind: 'gone', expected: 12 },
	tooFew: { kind: 'tooFew' },
	variesStrongly: { kind: 'variesStrongly', dispersion: 3.2 },
	cannotTell: { kind: 'cannotTell', reasons: ['unproven', 'filtersDiffer'] },
};
const facts: { readonly [K in ReasonFact['kind']]: Extract<ReasonFact, { readonly kind: K }> } = {
	cut: { kind: 'cut', side: 'before' },
	unproven: { kind: 'unproven', side: 'after' },
	timeMissing: { kind: 'timeMissing', side: 'after', seconds: day },
	filtersDiffer: { kind: 'filtersDiffer', columns: ['os_name'] },
	clockDiffers: { kind: 'clockDiffers', before: 'UTC', after: 'Europe/Berlin' },
	dimensionDiffers: { kind: 'dimensionDiffers' },
	fieldsMissing: { kind: 'fieldsMissing', fields: ['error'] },
	rangesOverlap: { kind: 'rangesOverlap', records: 12, seconds: 3 * day },
	tooShort: { kind: 'tooShort', seconds: 3600, counted: 12 },
	empty: { kind: 'empty', side: 'after' },
	otherApplication: { kind: 'otherApplication', before: '1', after: '2' },
	mappingDiffers: { kind: 'mappingDiffers' },
};

describe('words for comparisons', () => {
	const said: readonly [words: string, group: ComparedGroup, whole?: Partial<ComparedWhole>][] = [
		[
			'Not among 41,233 records before; at the frequency of after, about 165 were to be expected.',
			group(0, 165, verdicts.new),
		],
		[
			'None among 39,870 records after; at the frequency of before, about 12 were to be expected.',
			group(12, 0, verdicts.gone),
		],
		['12 → 40 devices in equal time; between 1.7 and 7.0 times with 95 % confidence.', group(12, 40, verdicts.grown)],
		[
			'12 → 40 devices in 7 days and 2 days; between 1.7 and 7.0 times with 95 % confidence.',
			group(12, 40, verdicts.grown),
			{ after: side(1, 1, 2 * day) },
		],
		[
			'12 → 40 devices of 1,204 and 1,180 that reported errors; between 1.7 and 7.0 times with 95 % confidence.',
			group(12, 40, verdicts.shrunk),
			{ exposure: 'devices' },
		],
		[
			'12 → 40 devices in equal time; at least 1.7 times with 95 % confidence.',
			{ ...group(12, 40, verdicts.grown), change: { ratio: undefined, low: 1.7, high: undefined } },
		],
		[
			'12 → 40 records in equal time; between 1.7 and 7.0 times with 95 % confidence. By records, one device may be many.',
			group(12, 40, verdicts.grown),
			{ by: 'records' },
		],
		['Seen only after, too rarely to call it new.', group(0, 2, verdicts.tooFew)],
		['Not seen after; too few to tell.', group(2, 0, verdicts.tooFew)],
		['Too few to tell.', group(2, 3, verdicts.tooFew)],
		['No verdict: days vary 3.2 times as much as they would by chance.', group(9, 30, verdicts.variesStrongly)],
		[
			'Cannot tell: nobody has checked whether records are missing; the filters differ.',
			group(9, 30, verdicts.cannotTell),
		],
	];
	for (const [words, told, over] of said) {
		it(words.slice(0, 75), () => assert.equal(describeVerdict(told, { ...whole, ...over }), words));
	}

	it('say by both readings where they disagree', () => {
		const told = { ...group(12, 40, verdicts.grown), readingsDisagree: true };
		assert.match(
			describeVerdict(told, whole),
			/By its share of the devices that reported errors: between 0\.8 and 1\.3 times\.$/,
		);
	});

	it('are there for every verdict and reason, and claim no more than records tell', () => {
		const sentences = [
			...verdictKinds.map((kind) => describeVerdict(group(3, 4, verdicts[kind]), whole)),
			...Object.keys(facts).map((kind) =>
				describeVerdict(group(3, 4, { kind: 'cannotTell', reasons: [kind as ReasonFact['kind']] }), {
					...whole,
					by: 'records',
				}),
			),
			...Object.values(facts).flatMap((fact) =>
				(['nothing', 'rises', 'falls', 'all'] as const).map((forbids) => describeObstacle({ ...fact, forbids })),
			),
		];
		for (const sentence of sentences) {
			assert.match(sentence, /^[A-Z0-9].*\.$/, sentence);
			assert.doesNotMatch(sentence, /undefined|NaN|\{\d\}/, sentence);
			assert.doesNotMatch(sentence, forbidden, sentence);
		}
		for (const file of [
			'src/wording/comparisonMessages.ts',
			'src/wording/apartMessages.ts',
			'src/services/report/comparisonReport.ts',
		]) {
			const words = [...readFileSync(file, 'utf8').matchAll(/l10n\.t\(\s*'((?:[^'\\]|\\.)*)'/g)].map(
				([, text]) => text,
			);
			assert.ok(words.length > 10);
			assert.deepEqual(
				words.filter((text = '') => forbidden.test(text)),
				[],
			);
		}
	});
});

describe('words for what sets a group apart', () => {
	const columns = ['error', 'os_version', 'app_version_name'].map((name) => ({
		name,
		kind: 'text' as const,
		personal: false,
		meaning: '',
	}));
	const apart = (attribute: string, value: string) => ({
		attribute,
		value,
		here: { with: 37, of: 40 },
		elsewhere: { with: 123, of: 300 },
	});

	it('are a line each, which filters where a column has the value', () => {
		const found = { by: 'devices', values: [apart('os_version', '14'), apart('hour', '23')] } as const;
		assert.deepEqual(apartLines(found, columns), {
			lines: [
				{
					text: 'OS version 14: 93% here, 41% elsewhere',
					counts: '37 of 40 devices here, 123 of 300 elsewhere',
					filter: { column: 1, value: '14' },
				},
				{
					text: 'Between 23:00 and 00:00: 93% here, 41% elsewhere',
					counts: '37 of 40 devices here, 123 of 300 elsewhere',
					filter: undefined,
				},
			],
			note: 'Among devices that reported errors; elsewhere are those without this error.',
		});
	});

	it('cut values that are long, but filter by the whole one', () => {
		const value = 'x'.repeat(500);
		const [line] = apartLines({ by: 'records', values: [apart('app_version_name', value)] }, columns).lines;
		assert.equal(line?.text, `Version ${'x'.repeat(80)}…: 93% here, 41% elsewhere`);
		assert.equal(line?.counts, '37 of 40 records here, 123 of 300 elsewhere');
		assert.deepEqual(line?.filter, { column: 2, value });
	});

	it('say what the want of devices weakens, and that there are none', () => {
		const note = (by: 'devices' | 'records', values: ReturnType<typeof apart>[]) => apartLines({ by, values }, []).note;
		assert.match(note('records', [apart('os_version', '14')]), /^By records, one device may be many/);
		assert.match(note('records', []), /^Nothing sets it apart.+ one device may be many records\.$/);
		assert.match(note('devices', []), /^Nothing sets it apart.+ other devices that reported errors/);
	});
});

describe('a report of a comparison', () => {
	const reasons: readonly Reason[] = [
		{ ...facts.filtersDiffer, columns: ['a_b', '<b>'], forbids: 'all' },
		{ ...facts.unproven, forbids: 'falls' },
	];
	const told = (group: ComparedGroup) => ({ group, apart: undefined, code: undefined });
	const report = (over: Partial<ReportedComparison> = {}): string => reportMarkdown(made(over), () => undefined);
	const made = (over: Partial<ReportedComparison> = {}) =>
		comparisonReport({
			application: 'Shop',
			labels: { before: 'Jan 5 – 11', after: 'Jan 12 – 18' },
			...{ key: { kind: 'name' }, keyWords: 'name', isPersonal: false, filters: [] },
			exposure: 'time',
			timeZone: 'UTC',
			result: {
				before: whole.before,
				after: whole.after,
				by: 'devices',
				lag: { usual: 3600, leftOut: day, measured: true },
				reasons,
				groups: { unchanged: 7, new: 25, grown: 1, shrunk: 0, gone: 0, tooFew: 3, variesStrongly: 0, cannotTell: 1 },
				likelySame: [{ before: 'x', after: 'y', frames: 4 }],
			},
			folds: [
				{ kinds: ['new'], groups: [told(group(0, 12, verdicts.new))] },
				{ kinds: ['grown'], groups: [told(group(12, 40, verdicts.grown))] },
				{ kinds: ['unchanged'], groups: undefined },
				{ kinds: ['cannotTell', 'variesStrongly', 'tooFew'], groups: [told(group(1, 2, verdicts.tooFew))] },
			],
			asOf: new Date(2026, 0, 20),
			...over,
		});

	it('has what limits it first, then totals, then folds with their counts', () => {
		const headings = report()
			.split('\n')
			.filter((line) => /^##? /.test(line));
		assert.deepEqual(headings, [
			'# What changed: Shop',
			'## What limits this comparison',
			'## Totals',
			'## New (25)',
			'## Grown (1)',
			'## Unchanged (7)',
			'## Cannot tell (4)',
			'## Maybe the same, renamed',
		]);
		assert.match(report(), /^24 more$/m);
		assert.match(report(), /^- Too few to tell: 3$/m);
		assert.match(report(), /^before █{7} {17} 12\nafter {2}█{24} 40$/m);
		assert.match(report(), /^\| Records \| 41,233 \| 39,870 \|$/m);
	});

	it('is the same twice but for the line that says when', () => {
		assert.equal(report(), report());
		const [one, other] = [report(), report({ asOf: new Date(2027, 1, 1) })].map((text) => text.split('\n'));
		const unlike = one?.filter((line, index) => line !== other?.[index]) ?? [];
		assert.equal(unlike.length, 1);
		assert.match(unlike[0] ?? '', /^As of /);
	});

	it('keeps texts of records text, whatever they hold', () => {
		const hostile = [
			'# a heading',
			'`code` and ``more``',
			'```\nfence\n```',
			'<script>alert(1)</script>',
			'[link](command:evil) ![picture](https://example.com/a.png) https://example.com',
			'a\n\n## New (0)\n',
			'| cell | cell |',
		];
		for (const value of hostile) {
			const toldGroup = { ...group(0, 12, verdicts.new, value), after: { ...seen(12), firstVersion: value } };
			const apart = { lines: [{ text: value, counts: '', filter: undefined }], note: 'Among devices.' };
			const text = report({
				application: value,
				filters: [value],
				folds: [{ kinds: ['new'], groups: [{ group: toldGroup, apart, code: undefined }] }],
				timeZone: 'UTC',
			});
			// What is left when code is taken away has nothing of it.
			const outside = text
				.replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '')
				.replace(/(?<!`)(`+)(?!`)([^\n]*?)(?<!`)\1(?!`)/g, '');
			assert.doesNotMatch(outside, /script|heading|fence|link|example|more`|^## New \(0\)/m, value);
			assert.equal(text.match(/^## New/gm)?.length, 1);
		}
		assert.match(report(), /filtered by a\\_b, \\<b\\>/);
	});
});
