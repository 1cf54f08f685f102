import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { reportMarkdown } from '../../src/core/records/write/report/reportMarkdown';
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
import { type ComparedWhole, describeCaveat, describeVerdict } from '../../src/wording/comparisonMessages';
import { comparisonReport, type ReportedComparison } from '../../src/wording/report/comparisonReport';
import { traitLines } from '../../src/wording/traitMessages';

const day = 86_400;
/** Phrases for claims that error records can't support. */
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
	increased: { kind: 'increased' },
	small: { kind: 'small' },
	decreased: { kind: 'decreased' },
	gone: { kind: 'gone', expected: 12 },
	tooFew: { kind: 'tooFew' },
	variable: { kind: 'variable', dispersion: 3.2 },
	inconclusive: { kind: 'inconclusive', reasons: ['unproven', 'filtersDiffer'] },
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
	file: { kind: 'file', side: 'after', limit: { kind: 'truncated' } },
	otherApplication: { kind: 'otherApplication', before: '1', after: '2' },
	mappingDiffers: { kind: 'mappingDiffers' },
	shorterThanWeek: { kind: 'shorterThanWeek' },
	commonMovement: { kind: 'commonMovement', ratio: 0.6 },
	minifiedBuilds: { kind: 'minifiedBuilds', groups: 4, traces: [] },
};

describe('comparison messages', () => {
	const said: readonly [words: string, group: ComparedGroup, whole?: Partial<ComparedWhole>][] = [
		[
			'Not found in 41,233 records on the "before" side. At the rate of the "after" side, about 165 would be expected.',
			group(0, 165, verdicts.new),
		],
		[
			'Not found in 39,870 records on the "after" side. At the rate of the "before" side, about 12 would be expected.',
			group(12, 0, verdicts.gone),
		],
		['12 → 40 devices over the same duration (change: 1.7× to 7.0×, 95% CI).', group(12, 40, verdicts.increased)],
		[
			'12 → 40 devices over 7 days and 2 days (change: 1.7× to 7.0×, 95% CI).',
			group(12, 40, verdicts.increased),
			{ after: side(1, 1, 2 * day) },
		],
		[
			'12 → 40 devices out of 1,204 (before) and 1,180 (after) with errors (change: 1.7× to 7.0×, 95% CI).',
			group(12, 40, verdicts.decreased),
			{ exposure: 'devices' },
		],
		[
			'12 → 40 devices over the same duration (change: at least 1.7×, 95% CI).',
			{ ...group(12, 40, verdicts.increased), change: { ratio: undefined, low: 1.7, high: undefined } },
		],
		[
			'12 → 40 records over the same duration (change: 1.7× to 7.0×, 95% CI). Counts records, not devices.',
			group(12, 40, verdicts.increased),
			{ by: 'records' },
		],
		[
			'Significant but small: 12 → 40 devices over the same duration (change: 1.7× to 7.0×, 95% CI).',
			group(12, 40, verdicts.small),
		],
		['Found only on the "after" side, but too rarely to be considered new.', group(0, 2, verdicts.tooFew)],
		['Not found on the "after" side, but there are too few records for a conclusion.', group(2, 0, verdicts.tooFew)],
		['Too few records for a conclusion.', group(2, 3, verdicts.tooFew)],
		['Inconclusive: daily counts vary 3.2 times more than expected by chance.', group(9, 30, verdicts.variable)],
		['Inconclusive: completeness not checked; the filters differ.', group(9, 30, verdicts.inconclusive)],
	];
	for (const [words, told, over] of said) {
		it(`describes a verdict as "${words.split('. ')[0]}"`, () =>
			assert.equal(describeVerdict(told, { ...whole, ...over }), words));
	}

	it('adds the change in share to the description if it contradicts the change in count', () => {
		const told = { ...group(12, 40, verdicts.increased), readingsDisagree: true };
		assert.match(describeVerdict(told, whole), /As a share of devices with errors: 0\.8× to 1\.3×\.$/);
	});

	it('describes the change over time and the change in share if the two measures disagree', () => {
		const told = { ...group(12, 40, verdicts.unchanged), readingsDisagree: true };
		assert.equal(
			describeVerdict(told, whole),
			'The two measures disagree. Over time: 1.7× to 7.0×. As a share of devices with errors: 0.8× to 1.3×.',
		);
	});

	it("describes every verdict and reason without claims that the records can't support", () => {
		const sentences = [
			...verdictKinds.map((kind) => describeVerdict(group(3, 4, verdicts[kind]), whole)),
			...Object.keys(facts).map((kind) =>
				describeVerdict(group(3, 4, { kind: 'inconclusive', reasons: [kind as ReasonFact['kind']] }), {
					...whole,
					by: 'records',
				}),
			),
			...Object.values(facts).flatMap((fact) =>
				(['none', 'increases', 'decreases', 'renames', 'all'] as const).map((forbids) =>
					describeCaveat({ ...fact, forbids }),
				),
			),
		];
		for (const sentence of sentences) {
			assert.match(sentence, /^[A-Z0-9].*\.$/, sentence);
			assert.doesNotMatch(sentence, /undefined|NaN|\{\d\}/, sentence);
			assert.doesNotMatch(sentence, forbidden, sentence);
		}
		for (const file of [
			'src/wording/comparisonMessages.ts',
			'src/wording/traitMessages.ts',
			'src/wording/report/comparisonReport.ts',
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

describe('messages about common traits', () => {
	const columns = ['error', 'os_version', 'app_version_name'].map((name) => ({
		name,
		kind: 'text' as const,
		personal: false,
		meaning: '',
	}));
	const traits = (attribute: string, value: string) => ({
		attribute,
		value,
		here: { with: 37, of: 40 },
		elsewhere: { with: 123, of: 300 },
	});

	it('describes each common trait on one line, with a filter for its value', () => {
		const found = { by: 'devices', values: [traits('os_version', '14'), traits('hour', '23')] } as const;
		assert.deepEqual(traitLines(found, columns), {
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
			note: 'Compares devices that have this error with other devices that have errors.',
		});
	});

	it('truncates long values of common traits but filters by the full value', () => {
		const value = 'x'.repeat(500);
		const [line] = traitLines({ by: 'records', values: [traits('app_version_name', value)] }, columns).lines;
		assert.equal(line?.text, `Version ${'x'.repeat(80)}…: 93% here, 41% elsewhere`);
		assert.equal(line?.counts, '37 of 40 records here, 123 of 300 elsewhere');
		assert.deepEqual(line?.filter, { column: 2, value });
	});

	it('explains missing device IDs and the absence of common traits', () => {
		const note = (by: 'devices' | 'records', values: ReturnType<typeof traits>[]) =>
			traitLines({ by, values }, []).note;
		assert.match(note('records', [traits('os_version', '14')]), /Counts records, not devices/);
		assert.match(note('records', []), /^No distinguishing traits.+ Counts records, not devices/);
		assert.match(note('devices', []), /^No distinguishing traits.+ other devices with errors/);
	});
});

describe('comparison report', () => {
	const reasons: readonly Reason[] = [
		{ ...facts.filtersDiffer, columns: ['a_b', '<b>'], forbids: 'all' },
		{ ...facts.unproven, forbids: 'decreases' },
	];
	const told = (group: ComparedGroup) => ({ group, traits: undefined, code: undefined, link: undefined });
	const report = (over: Partial<ReportedComparison> = {}): string => reportMarkdown(made(over), () => undefined);
	const made = (over: Partial<ReportedComparison> = {}) =>
		comparisonReport({
			application: 'Shop',
			labels: { before: 'Jan 5 – 11', after: 'Jan 12 – 18' },
			key: { kind: 'name' },
			keyWords: 'name',
			isPersonal: false,
			filters: [],
			exposure: 'time',
			timeZone: 'UTC',
			result: {
				before: whole.before,
				after: whole.after,
				by: 'devices',
				lag: { usual: 3600, leftOut: day, measured: true },
				rhythm: 'aligned',
				reasons,
				groups: {
					unchanged: 7,
					new: 25,
					increased: 1,
					small: 0,
					decreased: 0,
					gone: 0,
					tooFew: 3,
					variable: 0,
					inconclusive: 1,
				},
				likelySame: [{ before: 'x', after: 'y', frames: 4 }],
			},
			folds: [
				{ kinds: ['new'], groups: [told(group(0, 12, verdicts.new))] },
				{ kinds: ['increased'], groups: [told(group(12, 40, verdicts.increased))] },
				{ kinds: ['unchanged'], groups: undefined },
				{ kinds: ['inconclusive', 'variable', 'tooFew'], groups: [told(group(1, 2, verdicts.tooFew))] },
			],
			asOf: new Date(2026, 0, 20),
			...over,
		});

	it('lists limitations first in the report, followed by totals and the sections with their counts', () => {
		const headings = report()
			.split('\n')
			.filter((line) => /^##? /.test(line));
		assert.deepEqual(headings, [
			'# Comparison: Shop',
			'## Limitations of this comparison',
			'## Totals',
			'## New (25)',
			'## Increased (1)',
			'## Unchanged (7)',
			'## Inconclusive (4)',
			'## Possibly renamed',
		]);
		assert.match(report(), /^24 more$/m);
		assert.match(report(), /^- Too few records: 3$/m);
		assert.match(report(), /^before █{7} {17} 12\nafter {2}█{24} 40$/m);
		assert.match(report(), /^\| Records \| 41,233 \| 39,870 \|$/m);
	});

	it('generates reports that are identical except for the line with the creation time', () => {
		assert.equal(report(), report());
		const [one, other] = [report(), report({ asOf: new Date(2027, 1, 1) })].map((text) => text.split('\n'));
		const unlike = one?.filter((line, index) => line !== other?.[index]) ?? [];
		assert.equal(unlike.length, 1);
		assert.match(unlike[0] ?? '', /^As of /);
	});

	it('escapes record text in the report', () => {
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
			const traits = { lines: [{ text: value, counts: '', filter: undefined }], note: 'Among devices.' };
			const text = report({
				application: value,
				filters: [value],
				folds: [{ kinds: ['new'], groups: [{ group: toldGroup, traits, code: undefined, link: undefined }] }],
				timeZone: 'UTC',
			});
			// Text from records may appear only in code blocks and code spans.
			const outside = text
				.replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '')
				.replace(/(?<!`)(`+)(?!`)([^\n]*?)(?<!`)\1(?!`)/g, '');
			assert.doesNotMatch(outside, /script|heading|fence|link|example|more`|^## New \(0\)/m, value);
			assert.equal(text.match(/^## New/gm)?.length, 1);
		}
		assert.match(report(), /filtered by a\\_b, \\<b\\>/);
	});
});
