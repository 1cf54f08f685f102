import * as vscode from 'vscode';
import type { CommandId } from '../../commands/commandTable';
import { cut } from '../../core/common/plainText';
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
	type ReportedLine,
	type SourceGroup,
	summedCount,
} from './fileMarks';
import type { MarkedDocuments } from './markedDocuments';

const maxNamed = 5;
/** Maximum length of a name, in characters. Names from untrusted records can have any length. */
const maxNameLength = 100;

const knownByHistory: ReadonlySet<MarkedLineKind> = new Set(['same', 'shifted', 'changed', 'gone']);

const enabledCommands = [
	'appErrors.showCodeMarkGroup',
	'appErrors.showErrorsOnLine',
	'appErrors.openFileAtVersion',
	'appErrors.showChangesSinceVersion',
	'appErrors.askAgent',
] as const satisfies readonly CommandId[];

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
		...(others > 0 ? [link(more, 'appErrors.showErrorsOnLine', [{ uri, lineNumber: line1 }])] : []),
		...(line ? linesOfBuilds(uri, line) : []),
		...(hasAgents ? [link(vscode.l10n.t('Ask an Agent…'), 'appErrors.askAgent', [getPlace(uri, line1)])] : []),
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
		...(place === '' ? [] : [cut(place, maxNameLength)]),
		describeSeen({ ...group, timeZone: source.timeZone }, false, now),
		...(part ? [part] : []),
	];
	const name = link(nameOfGroup(group), 'appErrors.showCodeMarkGroup', [source.path, group.key]);
	return `${name} ${withoutMarkdown(facts.join(' · '))}`;
}

export function nameOfGroup({ title }: Pick<SourceGroup['group'], 'title'>): string {
	return cut(title.title || title.message || title.place, maxNameLength) || vscode.l10n.t('Unnamed error');
}

function linesOfBuilds(uri: vscode.Uri, { reported }: LineMark): string[] {
	const versions = new Map<string, ReportedLine[]>();
	for (const one of reported) {
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

function historyOf(file: vscode.Uri, { kind, line1, version: name, build, application }: ReportedLine): string[] {
	if (name === '' || !knownByHistory.has(kind)) {
		return [];
	}
	const of: VersionPlace = { file, version: { application, version: name, build }, line1 };
	return [
		link(vscode.l10n.t('Open File at {0}', cut(name, maxNameLength)), 'appErrors.openFileAtVersion', [of]),
		link(vscode.l10n.t('Show Changes Since {0}', cut(name, maxNameLength)), 'appErrors.showChangesSinceVersion', [of]),
	];
}

function getPlace(file: vscode.Uri, line: number): AgentSubject {
	return { kind: 'place', file, line };
}

function sourceOf({ label, facts, older }: CodeSource): string {
	const notes = [...(facts ? describeAtLeast(facts) : []), ...(older > 0 ? [describeOlder(older)] : [])];
	return [label, ...notes].join('. ');
}

/** Creates a Markdown link. The label is escaped, because it may come from untrusted records. */
function link(text: string, command: (typeof enabledCommands)[number], given: readonly unknown[]): string {
	return `[${withoutMarkdown(text)}](command:${command}?${encodeURIComponent(JSON.stringify(given))})`;
}
