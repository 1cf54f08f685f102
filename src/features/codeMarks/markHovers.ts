import * as vscode from 'vscode';
import { cut } from '../../core/common/plainText';
import type { CommandId } from '../../ids';
import type { CodeSource } from '../../services/code/codeSources';
import type { AgentSubject } from '../../services/commands';
import type { VersionPlace } from '../../services/revisions/revisions';
import { withoutMarkdown } from '../../vscode/escaping';
import type { Settings } from '../../vscode/settings';
import {
	describeAtLeast,
	describeCodeMark,
	describeMarkedLine,
	describeOlder,
	describePartOfGroup,
	describeSeen,
	type MarkedLineKind,
} from '../../wording/codeMarkMessages';
import {
	type FileMarks,
	groupsIn,
	isAtLeast,
	type LineMark,
	type SourceGroup,
	summedCount,
	type ToldLine,
} from './fileMarks';
import type { MarkedDocuments } from './markedDocuments';

/** Groups and lines of builds that a hover names. */
const maxNamed = 5;
/** Of a name that strangers wrote (characters). */
const maxName = 100;

const knownByHistory: ReadonlySet<MarkedLineKind> = new Set(['same', 'shifted', 'changed', 'gone']);

const enabledCommands = [
	'appErrors.showCodeGroup',
	'appErrors.errorsOfLine',
	'appErrors.openAsOf',
	'appErrors.changesSince',
	'appErrors.askAgent',
] as const satisfies readonly CommandId[];

/** Says at a marked line which errors lead to it, and offers what can be done about them. */
export class MarkHovers implements vscode.HoverProvider {
	constructor(
		private readonly documents: MarkedDocuments,
		private readonly settings: Pick<Settings, 'hasNoAgents'>,
		private readonly isHidden: () => boolean,
	) {}

	provideHover(document: vscode.TextDocument, { line }: vscode.Position): vscode.Hover | undefined {
		const marks = this.isHidden() ? undefined : this.documents.of(document);
		const words = marks && hoverText(document.uri, marks, line + 1, !this.settings.hasNoAgents);
		return words && new vscode.Hover(words, document.lineAt(line).range);
	}
}

function hoverText(
	uri: vscode.Uri,
	{ functions, lines }: FileMarks,
	line1: number,
	hasAgents: boolean,
): vscode.MarkdownString | undefined {
	const line = lines.find((mark) => mark.line1 === line1);
	const threw = functions.find((mark) => mark.line1 === line1)?.threw ?? [];
	const counts = line?.counts ?? threw;
	const all = summedCount(counts);
	if (!all) {
		return undefined;
	}
	const now = new Date();
	const groups = groupsIn(counts).slice(0, maxNamed);
	const others = all.groupCount - groups.length;
	const more = vscode.l10n.t('{0} more…', others);
	const paragraphs = [
		`**${withoutMarkdown(describeCodeMark(all, isAtLeast(counts), now))}**`,
		...groups.map((group) => lineOfGroup(group, now)),
		...(others > 0 ? [link(more, 'appErrors.errorsOfLine', [{ uri, lineNumber: line1 }])] : []),
		...(line ? linesOfBuilds(uri, line) : []),
		...(hasAgents ? [link(vscode.l10n.t('Ask an Agent…'), 'appErrors.askAgent', [placeOf(uri, line1)])] : []),
		'---',
		...counts.map(({ source }) => withoutMarkdown(sourceOf(source))),
	];
	const words = new vscode.MarkdownString(paragraphs.join('\n\n'));
	words.isTrusted = { enabledCommands };
	return words;
}

function lineOfGroup({ source, group }: SourceGroup, now: Date): string {
	const { place } = group.title;
	const part = describePartOfGroup(group);
	const facts = [
		...(place === '' ? [] : [cut(place, maxName)]),
		describeSeen(group, false, now),
		...(part ? [part] : []),
	];
	const name = link(nameOfGroup(group), 'appErrors.showCodeGroup', [source.path, group.key]);
	return `${name} ${withoutMarkdown(facts.join(' · '))}`;
}

/** What a group is called where there is little room. */
export function nameOfGroup({ title }: Pick<SourceGroup['group'], 'title'>): string {
	return cut(title.title || title.message || title.place, maxName) || vscode.l10n.t('Without a name');
}

/** Versions of which the same is to be said together. */
function linesOfBuilds(uri: vscode.Uri, { told }: LineMark): string[] {
	const versions = new Map<string, ToldLine[]>();
	for (const one of told) {
		const key = JSON.stringify([one.kind, one.line1, one.application]);
		versions.set(key, [...(versions.get(key) ?? []), one]);
	}
	return [...versions.values()].slice(0, maxNamed).flatMap((alike) => {
		const [first] = alike;
		const names = alike.map(({ version }) => version);
		const text = first && withoutMarkdown(describeMarkedLine(first.kind, first.line1, names));
		return first && text ? [[text, ...historyOf(uri, first)].join(' · ')] : [];
	});
}

/** What can be shown of the version that most of the records are of, where its text is known. */
function historyOf(file: vscode.Uri, { kind, line1, version: name, build, application }: ToldLine): string[] {
	if (name === '' || !knownByHistory.has(kind)) {
		return [];
	}
	const of: VersionPlace = { file, version: { application, version: name, build }, line1 };
	return [
		link(vscode.l10n.t('Open as of {0}', cut(name, maxName)), 'appErrors.openAsOf', [of]),
		link(vscode.l10n.t('Changes since {0}', cut(name, maxName)), 'appErrors.changesSince', [of]),
	];
}

function placeOf(file: vscode.Uri, line: number): AgentSubject {
	return { kind: 'place', file, line };
}

function sourceOf({ label, facts, older }: CodeSource): string {
	const notes = [...(facts ? describeAtLeast(facts) : []), ...(older > 0 ? [describeOlder(older)] : [])];
	return [label, ...notes].join('. ');
}

/** What stands in the link is text: strangers may have written it. */
function link(text: string, command: (typeof enabledCommands)[number], given: readonly unknown[]): string {
	return `[${withoutMarkdown(text)}](command:${command}?${encodeURIComponent(JSON.stringify(given))})`;
}
