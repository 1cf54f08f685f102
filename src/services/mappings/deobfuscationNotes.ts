import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { TriedMapping } from '../../core/stack/mapping/applyMappings';
import type { LeftOut } from '../../core/stack/mapping/result/mapped';
import type { Deobfuscation, WantedFile } from '../../engine/traces/deobfuscateTrace';
import type { TraceActionId, TraceNote } from '../../shared/traceView';
import { formatCount } from '../../wording/formats';
import { describeResult } from '../../wording/mappingMessages';

const { l10n } = vscode;

interface DeobfuscationNote extends TraceNote {
	readonly actions: readonly { readonly id: DeobfuscationAction; readonly label: string }[];
}

export type DeobfuscationAction = Exclude<TraceActionId, 'openFolder'>;

export function describeDeobfuscation(deobfuscation: Deobfuscation): DeobfuscationNote | undefined {
	switch (deobfuscation.kind) {
		case 'notNeeded':
			return undefined;
		case 'done':
			return describeUsed(deobfuscation);
		case 'noneFits':
			return note('warning', describeRefused(deobfuscation.result.tried), action('chooseMapping'));
		case 'noFile':
			return describeWanted(deobfuscation.wanted);
	}
}

export function describeSymbolicated(): DeobfuscationNote {
	return note('info', l10n.t('Symbolicated with a local tool.'));
}

export function describeCutShort(): string {
	return l10n.t('This text is too long to read completely. Only its first stack frames were looked up.');
}

export function describeOriginal<Note extends TraceNote>(note: Note): Note {
	return { ...note, text: l10n.t('Original text.') };
}

function describeUsed({
	result: { tried, leftOut },
	missing = [],
}: Extract<Deobfuscation, { kind: 'done' }>): DeobfuscationNote {
	const used = tried.flatMap(({ file, result }) =>
		result.kind === 'used'
			? [l10n.t('{0} ({1})', vscode.workspace.asRelativePath(file.path), describeResult(result))]
			: [],
	);
	const refused = tried.filter(({ result }) => result.kind !== 'used');
	const sentences = [
		l10n.t('Deobfuscated with {0}.', used.join(', ')),
		...leftOutWords(leftOut),
		...(refused.length > 0 ? [l10n.t('Not used: {0}.', list(refused))] : []),
		...missing.map((wanted) => describeWanted(wanted).text),
	];
	const [wanted] = missing;
	const doubtful = leftOut !== undefined || tried.some(({ result }) => isDoubtful(result));
	const another = { id: 'chooseMapping', label: l10n.t('Choose Another…') } as const;
	const actions = wanted === undefined ? [another] : describeWanted(wanted).actions;
	return note(wanted === undefined && !doubtful ? 'info' : 'warning', sentences.join(' '), ...actions);
}

/** Returns true if the mapping file is probably wrong. A correct mapping file contains every frame. */
function isDoubtful(result: TriedMapping['result']): boolean {
	return result.kind === 'used' && result.fit.kind === 'fits' && result.fit.by === 'names' && result.fit.score < 1;
}

/** Describes lines that were omitted because of a size limit, which no regular mapping file reaches. */
function leftOutWords(leftOut: LeftOut | undefined): string[] {
	return leftOut
		? [
				...(leftOut.inlined > 0 ? [l10n.t('Omitted inlined frames: {0}.', formatCount(leftOut.inlined))] : []),
				...(leftOut.lines > 0
					? [l10n.t('Ambiguous lines, shown with only one of their possible sources: {0}.', formatCount(leftOut.lines))]
					: []),
			]
		: [];
}

function describeRefused(tried: readonly TriedMapping[]): string {
	return l10n.t('Still obfuscated because no mapping file matches: {0}.', list(tried));
}

function list(tried: readonly TriedMapping[]): string {
	const most = 2;
	const named = tried
		.slice(0, most)
		.map(({ file, result }) => l10n.t('{0} ({1})', basename(file.path), describeResult(result)));
	const more = tried.length - named.length;
	return [...named, ...(more > 0 ? [l10n.t('{0} more', more)] : [])].join(', ');
}

function describeWanted(wanted: WantedFile): DeobfuscationNote {
	switch (wanted) {
		case 'r8':
			return note('warning', l10n.t('Obfuscated. No mapping file was found.'), action('chooseMapping'));
		case 'sourceMap':
			return note('warning', l10n.t('Minified. No source map was found.'), action('chooseMapping'));
		case 'symbols':
			return vscode.workspace.isTrusted
				? note('info', l10n.t('Symbols are needed for some frames.'), action('symbolicate'))
				: note('info', l10n.t('Symbols are needed for some frames. Trust the workspace to use them.'));
	}
}

function action(id: DeobfuscationAction): DeobfuscationNote['actions'][number] {
	const labels: Readonly<Record<DeobfuscationAction, string>> = {
		chooseMapping: l10n.t('Choose Mapping File…'),
		symbolicate: l10n.t('Symbolicate'),
	};
	return { id, label: labels[id] };
}

function note(
	kind: DeobfuscationNote['kind'],
	text: string,
	...actions: DeobfuscationNote['actions']
): DeobfuscationNote {
	return { kind, text, actions };
}
