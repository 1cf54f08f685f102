import { l10n } from 'vscode';
import type { TriedMapping } from '../core/stack/mapping/applyMappings';
import type { MappingReason } from '../core/stack/mapping/choose';
import type { Fit } from '../core/stack/mapping/result/fit';
import type { MappingGap } from '../core/stack/mapping/result/mapped';
import type { MappingProblem } from '../core/stack/mapping/result/mappingProblem';
import type { SymbolFailure } from '../core/stack/mapping/tools/symbolicate';
import type { SymbolTool } from '../core/stack/mapping/tools/symbolTool';
import { formatBytes, formatCount, formatShare } from './formats';

/**
 * The only place where what became of a mapping becomes words. Fragments stand in parentheses or behind a name; a new
 * kind does not compile until it has one.
 */

/** Why a file was used, or was not. A fragment. */
export function describeResult(result: TriedMapping['result']): string {
	switch (result.kind) {
		case 'refused':
			return describeMappingProblem(result.problem);
		case 'notNeeded':
			return l10n.t('a mapping with the ID of the trace goes before it');
		default:
			return describeFit(result.fit);
	}
}

/** A fragment. */
export function describeFit(fit: Fit): string {
	if (fit.kind === 'nothingToMap') {
		return l10n.t('nothing in the trace is its own');
	}
	if (fit.kind === 'fits') {
		return describeProof(fit);
	}
	switch (fit.reason) {
		case 'otherMapId':
			return l10n.t('the trace names another build');
		case 'notMinified':
			return l10n.t('the trace has its original names already');
		case 'fewFound':
			return fit.score === 0
				? l10n.t('explains no frame, so it is of another build')
				: l10n.t('explains only {0} of the frames, so it is of another build', formatShare(fit.score, 1));
		case 'tooMuch':
			return l10n.t('has more lines for a frame than are read');
		case 'unproven':
			return l10n.t('neither its ID nor the version says that it is of this build, and no frame does');
	}
}

function describeProof({ by, score }: Extract<Fit, { kind: 'fits' }>): string {
	const share = formatShare(score, 1);
	return {
		mapId: l10n.t('its ID is in the trace'),
		version: l10n.t('named or chosen for this version, explains {0} of the frames', share),
		names: l10n.t('explains {0} of the frames, not proven to be of this build', share),
		positions: l10n.t('explains {0} of the frames', share),
	}[by];
}

/** A fragment. */
export function describeMappingProblem(problem: MappingProblem): string {
	switch (problem.kind) {
		case 'notAMapping':
			return l10n.t('not a mapping file');
		case 'tooLarge':
			return tooLarge[problem.unit](problem.limit);
		case 'malformed':
			return l10n.t('cut or malformed');
		case 'unknownVersion':
			return l10n.t('a source map of version {0}, and only 3 is known', problem.version);
		case 'tooDeep':
			return l10n.t('source maps within source maps, too deep');
		case 'externalSection':
			return l10n.t('a part of it is in another file');
		case 'changed':
			return l10n.t('changed while it was read');
		case 'unreadable':
			return describeUnreadable(problem);
	}
}

const tooLarge: Record<Extract<MappingProblem, { kind: 'tooLarge' }>['unit'], (limit: number) => string> = {
	bytes: (limit) => l10n.t('larger than {0}', formatBytes(limit)),
	classes: (limit) => l10n.t('more than {0} classes', formatCount(limit)),
	lines: (limit) => l10n.t('more than {0} lines', formatCount(limit)),
	segments: (limit) => l10n.t('more than {0} places', formatCount(limit)),
	sections: (limit) => l10n.t('more than {0} parts', formatCount(limit)),
	sources: (limit) => l10n.t('more than {0} sources', formatCount(limit)),
	functions: (limit) => l10n.t('more than {0} beginnings of functions', formatCount(limit)),
	values: (limit) => l10n.t('more than {0} values in its JSON', formatCount(limit)),
	definitions: (limit) => l10n.t('more than {0} classes with one name', formatCount(limit)),
};

function describeUnreadable({ fault, code }: Extract<MappingProblem, { kind: 'unreadable' }>): string {
	switch (fault) {
		case 'missing':
			return l10n.t('not there');
		case 'denied':
			return l10n.t('you may not read it');
		default:
			return l10n.t('cannot be read ({0})', code);
	}
}

/** Why a frame stays as it is although there is a mapping for it. A fragment. */
export function describeGap(gap: MappingGap): string {
	return {
		outside: l10n.t('the source map ends before this place'),
		noSource: l10n.t('the bundler wrote this itself'),
		columnNeeded: l10n.t('only a column could tell which line this is'),
		composedMapNeeded: l10n.t('this is a place in bytecode, which only the composed source map knows'),
		limit: l10n.t('the mapping makes more of it than is shown'),
	}[gap];
}

/** Why a file is offered. A fragment. */
export function describeReason(reason: MappingReason): string {
	return {
		mapId: l10n.t('its ID is in the trace'),
		remembered: l10n.t('chosen for this version'),
		version: l10n.t('named for this version'),
		setting: l10n.t('named by the setting'),
		buildFolder: l10n.t('left by a build'),
	}[reason];
}

/** The name under which a program is known. */
export function describeTool(tool: SymbolTool): string {
	return { atos: 'atos', llvmSymbolizer: 'llvm-symbolizer', ndkStack: 'ndk-stack', flutter: 'flutter' }[tool];
}

/** Where a program usually is, for a person who does not have it. A sentence. */
export function describeToolPlace(tool: SymbolTool): string {
	return {
		atos: l10n.t('It comes with Xcode, on macOS only.'),
		llvmSymbolizer: l10n.t('It is in the Android NDK; set ANDROID_NDK_HOME or add its folder to PATH.'),
		ndkStack: l10n.t('It is in the Android NDK; set ANDROID_NDK_HOME or add its folder to PATH.'),
		flutter: l10n.t('It is in the bin folder of the Flutter SDK; add that to PATH or set FLUTTER_ROOT.'),
	}[tool];
}

/** Why symbols explained nothing. One sentence or two. */
export function describeSymbolFailure(failure: SymbolFailure): string {
	switch (failure.kind) {
		case 'notAbsolute':
			return l10n.t('"{0}" is not an absolute path.', failure.path);
		case 'noAddresses':
			return l10n.t('The trace does not tell where the program was loaded, so its addresses mean nothing.');
		case 'otherBuild':
			return l10n.t(
				'These symbols are of another build: the trace is of {0}, they are of {1}.',
				failure.wanted,
				failure.found.join(', '),
			);
		case 'unreadable':
			return l10n.t('The file with the symbols: {0}.', describeUnreadable(failure));
		case 'toolMissing':
			return describeMissing(failure.tools);
		case 'nothingFound':
			return l10n.t('{0} found none of the addresses in these symbols.', describeTool(failure.tool));
		case 'failed':
			return failure.words === ''
				? l10n.t('{0} failed (status {1}).', describeTool(failure.tool), failure.status)
				: l10n.t('{0} failed (status {1}). It says: "{2}"', describeTool(failure.tool), failure.status, failure.words);
		case 'timeLimit':
			return l10n.t('{0} did not end within {1} seconds and was stopped.', describeTool(failure.tool), failure.seconds);
		case 'outputLimit':
			return l10n.t('{0} wrote more than {1} and was stopped.', describeTool(failure.tool), formatBytes(failure.bytes));
		case 'notStarted':
			return l10n.t('{0} could not be started ({1}).', describeTool(failure.tool), failure.code);
	}
}

/** Any of the programs would do; the first is the best. */
function describeMissing(tools: readonly SymbolTool[]): string {
	const [first] = tools;
	const names = tools.map(describeTool);
	const missing =
		names.length > 1
			? l10n.t('Reading these symbols needs {0} or {1}, and neither was found.', names[0] ?? '', names[1] ?? '')
			: l10n.t('Reading these symbols needs {0}, which was not found.', names[0] ?? '');
	return first ? `${missing} ${describeToolPlace(first)}` : missing;
}
