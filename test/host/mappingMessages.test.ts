import assert from 'node:assert/strict';
import type { MappingReason } from '../../src/core/stack/mapping/choose';
import type { Fit } from '../../src/core/stack/mapping/result/fit';
import type { MappingGap } from '../../src/core/stack/mapping/result/mapped';
import type { MappingProblem } from '../../src/core/stack/mapping/result/mappingProblem';
import type { SymbolFailure } from '../../src/core/stack/mapping/tools/symbolicate';
import type { SymbolTool } from '../../src/core/stack/mapping/tools/symbolTool';
import {
	describeFit,
	describeGap,
	describeMappingProblem,
	describeReason,
	describeResult,
	describeSymbolFailure,
	describeTool,
	describeToolPlace,
} from '../../src/wording/mappingMessages';

const problems: { readonly [K in MappingProblem['kind']]: readonly Extract<MappingProblem, { kind: K }>[] } = {
	notAMapping: [{ kind: 'notAMapping' }],
	tooLarge: (
		['bytes', 'classes', 'definitions', 'lines', 'segments', 'sections', 'sources', 'functions', 'values'] as const
	).map((unit) => ({
		kind: 'tooLarge',
		unit,
		limit: 128_000_000,
	})),
	malformed: [{ kind: 'malformed' }],
	unknownVersion: [{ kind: 'unknownVersion', version: '4' }],
	tooDeep: [{ kind: 'tooDeep' }],
	externalSection: [{ kind: 'externalSection' }],
	changed: [{ kind: 'changed' }],
	unreadable: (['missing', 'denied', 'other'] as const).map((fault) => ({ kind: 'unreadable', fault, code: 'EIO' })),
};

const misfit = (reason: Extract<Fit, { kind: 'doesNotFit' }>['reason'], score: number): Fit => ({
	kind: 'doesNotFit',
	reason,
	score,
});
const fits: readonly Fit[] = [
	{ kind: 'nothingToMap' },
	{ kind: 'fits', by: 'mapId', score: 1 },
	...(['version', 'names', 'positions'] as const).map((by): Fit => ({ kind: 'fits', by, score: 0.75 })),
	misfit('otherMapId', 0),
	misfit('notMinified', 0),
	misfit('fewFound', 0),
	misfit('fewFound', 0.4),
	misfit('unproven', 0),
	misfit('tooMuch', 0),
];

const gaps: Record<MappingGap, true> = {
	outside: true,
	noSource: true,
	columnNeeded: true,
	composedMapNeeded: true,
	limit: true,
};
const reasons: Record<MappingReason, true> = {
	mapId: true,
	remembered: true,
	version: true,
	setting: true,
	buildFolder: true,
};
const tools: Record<SymbolTool, true> = { atos: true, llvmSymbolizer: true, ndkStack: true, flutter: true };

const tool = 'llvmSymbolizer';
const failures: { readonly [K in SymbolFailure['kind']]: readonly Extract<SymbolFailure, { kind: K }>[] } = {
	notAbsolute: [{ kind: 'notAbsolute', path: '-x' }],
	noAddresses: [{ kind: 'noAddresses' }],
	otherBuild: [{ kind: 'otherBuild', wanted: '9f1c00aa', found: ['0123abcd'] }],
	unreadable: [{ kind: 'unreadable', fault: 'denied', code: 'EACCES' }],
	toolMissing: [
		{ kind: 'toolMissing', tools: ['atos'] },
		{ kind: 'toolMissing', tools: ['llvmSymbolizer', 'ndkStack'] },
		{ kind: 'toolMissing', tools: ['flutter'] },
	],
	nothingFound: [{ kind: 'nothingFound', tool }],
	failed: [
		{ kind: 'failed', tool, status: '1', words: 'no such file' },
		{ kind: 'failed', tool, status: 'SIGSEGV', words: '' },
	],
	timeLimit: [{ kind: 'timeLimit', tool, seconds: 120 }],
	outputLimit: [{ kind: 'outputLimit', tool, bytes: 16_000_000 }],
	notStarted: [{ kind: 'notStarted', tool, code: 'E2BIG' }],
};

function areFragments(words: readonly string[]): void {
	for (const text of words) {
		assert.match(text, /^(?:\p{Ll}|\p{Lu}{2}).*[\p{L}\d)]$/u, text);
		assert.doesNotMatch(text, /\{\d\}|undefined|null|NaN/, text);
	}
	assert.equal(new Set(words).size, words.length, words.join('\n'));
}

describe('mapping file messages', () => {
	it('describes each reason why a mapping file is rejected', () => {
		areFragments(Object.values(problems).flatMap((examples) => examples.map(describeMappingProblem)));
	});

	it('describes how well a mapping file matches a stack trace', () => {
		areFragments(fits.map(describeFit));
		assert.match(describeFit(misfit('fewFound', 0.4)), /only 40\s?% of the frames/);
	});

	it('describes a rejected mapping file with the message for its problem or mismatch', () => {
		const problem: MappingProblem = { kind: 'malformed' };
		assert.equal(describeResult({ kind: 'refused', problem }), describeMappingProblem(problem));
		const fit: Fit = { kind: 'nothingToMap' };
		assert.equal(describeResult({ kind: 'doesNotFit', fit }), describeFit(fit));
	});

	it('explains why a frame is not deobfuscated and why a mapping file is offered', () => {
		areFragments((Object.keys(gaps) as MappingGap[]).map(describeGap));
		areFragments((Object.keys(reasons) as MappingReason[]).map(describeReason));
	});

	it('explains in full sentences why no frame was symbolicated', () => {
		const words = Object.values(failures).flatMap((examples) =>
			(examples as readonly SymbolFailure[]).map(describeSymbolFailure),
		);
		for (const text of words) {
			assert.match(text, /^["\p{L}].*[."]$/u, text);
			assert.doesNotMatch(text, /\{\d\}|undefined|null|NaN/, text);
		}
		assert.equal(new Set(words).size, words.length, words.join('\n'));
	});

	it('describes which symbolicator is missing and where it is usually located', () => {
		for (const name of Object.keys(tools) as SymbolTool[]) {
			const words = describeSymbolFailure({ kind: 'toolMissing', tools: [name] });
			assert.ok(words.includes(describeTool(name)) && words.endsWith(describeToolPlace(name)), words);
		}
	});
});
