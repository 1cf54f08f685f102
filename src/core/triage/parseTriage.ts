import { parseCivil } from '../../shared/civilTime';
import type { IgnoredUntil, TriageDecision, TriageNote } from '../../shared/triage';
import { type JsonValue, parseLenientJson } from '../common/lenientJson';
import { hasConflictMarkers } from '../common/mergeConflict';
import { cut, plainText } from '../common/plainText';
import { type TriagedGroup, type TriageEntry, type TriageProblem, triageType } from './triageEntry';

export const maxTriageBytes = 65_536;

const maxLength = { name: 500, owner: 100, url: 2_000, version: 64, note: 2_000 };
const maxItems = { frames: 10, versions: 20, notes: 200 };
const maxCount = 1_000_000_000;

type ParsedTriage =
	| { readonly ok: true; readonly entry: TriageEntry }
	| { readonly ok: false; readonly problem: TriageProblem };

/** Parses a triage file. The file is untrusted, because anyone who contributes to the repository can change it. */
export function parseTriage(text: string): ParsedTriage {
	if (text.length > maxTriageBytes) {
		return { ok: false, problem: { kind: 'tooLarge' } };
	}
	if (hasConflictMarkers(text)) {
		return { ok: false, problem: { kind: 'conflict' } };
	}
	// If both sides of a merge conflict were kept, the comma between their notes is missing and is inserted here. JSON
	// strings aren't changed, because they contain no line breaks.
	const document = parseLenientJson(text) ?? parseLenientJson(text.replace(/\}[ \t]*\r?\n[ \t]*\{/g, '},\n{'));
	if (!(document instanceof Map)) {
		return { ok: false, problem: { kind: 'notJson' } };
	}
	try {
		return { ok: true, entry: entryOf(document) };
	} catch (error) {
		if (error instanceof InvalidMember) {
			return { ok: false, problem: { kind: 'member', member: error.member } };
		}
		throw error;
	}
}

class InvalidMember extends Error {
	constructor(readonly member: string) {
		super(member);
	}
}

type Members = ReadonlyMap<string, JsonValue>;

function entryOf(document: Members): TriageEntry {
	if (document.get('type') !== triageType) {
		throw new InvalidMember('type');
	}
	return {
		group: groupOf(document),
		decision: decisionOf(document),
		owner: lineOf(document, 'owner', maxLength.owner),
		issue: issueOf(document),
		notes: notesOf(document),
		document,
	};
}

const keyKinds: readonly TriagedGroup['by'][] = ['frames', 'name', 'message', 'topFrame'];

function groupOf(document: Members): TriagedGroup {
	const group = document.get('group');
	if (!(group instanceof Map)) {
		throw new InvalidMember('group');
	}
	const by = keyKinds.find((kind) => kind === (group.get('by') ?? 'frames'));
	if (by === undefined) {
		throw new InvalidMember('by');
	}
	return {
		version: countOf(group, 'version') ?? 0,
		by,
		type: textOf(group, 'type', maxLength.name),
		frames: textsOf(group, 'frames', maxItems.frames, maxLength.name),
	};
}

function decisionOf(document: Members): TriageDecision {
	const state = document.get('state') ?? 'open';
	if (state === 'open' || state === 'acknowledged') {
		return { state };
	}
	if (state === 'ignored') {
		return { state, until: untilOf(document) };
	}
	if (state !== 'fixed') {
		throw new InvalidMember('state');
	}
	const versions = textsOf(document, 'in', maxItems.versions, maxLength.version);
	if (versions.length === 0 || !versions.every(isVersion)) {
		throw new InvalidMember('in');
	}
	return { state, versions };
}

function untilOf(document: Members): IgnoredUntil {
	const until = document.get('until');
	if (!(until instanceof Map)) {
		throw new InvalidMember('until');
	}
	const date = textOf(until, 'date', maxLength.version);
	const version = textOf(until, 'version', maxLength.version);
	const devices = countOf(until, 'devices');
	const records = countOf(until, 'records');
	const isEndless = date === '' && version === '' && devices === undefined && records === undefined;
	if (isEndless || (date !== '' && !isDay(date)) || (version !== '' && !isVersion(version))) {
		throw new InvalidMember('until');
	}
	return {
		...(date !== '' && { date }),
		...(version !== '' && { version }),
		...(devices !== undefined && { devices }),
		...(records !== undefined && { records }),
	};
}

function issueOf(document: Members): string {
	const issue = textOf(document, 'issue', maxLength.url);
	if (issue !== '' && !isIssueUrl(issue)) {
		throw new InvalidMember('issue');
	}
	return issue;
}

export function isIssueUrl(text: string): boolean {
	const url = text.length <= maxLength.url ? URL.parse(text) : null;
	return url?.protocol === 'https:' && url.username === '' && url.password === '' && plainText(text) === text;
}

function notesOf(document: Members): readonly TriageNote[] {
	const notes = document.get('notes') ?? [];
	if (!Array.isArray(notes) || notes.length > maxItems.notes) {
		throw new InvalidMember('notes');
	}
	return notes.map((note) => {
		if (!(note instanceof Map) || !isDay(textOf(note, 'at', maxLength.version))) {
			throw new InvalidMember('notes');
		}
		return {
			at: textOf(note, 'at', maxLength.version),
			by: lineOf(note, 'by', maxLength.owner),
			text: lineOf(note, 'text', maxLength.note),
		};
	});
}

function lineOf(members: Members, name: string, most: number): string {
	return cut(plainText(textOf(members, name, maxTriageBytes)), most);
}

function textOf(members: Members, name: string, most: number): string {
	const value = members.get(name) ?? '';
	if (typeof value !== 'string' || value.length > most) {
		throw new InvalidMember(name);
	}
	return value;
}

function textsOf(members: Members, name: string, mostItems: number, most: number): readonly string[] {
	const values = members.get(name) ?? [];
	if (!Array.isArray(values) || values.length > mostItems) {
		throw new InvalidMember(name);
	}
	return values.map((value: JsonValue) => {
		if (typeof value !== 'string' || value.length > most) {
			throw new InvalidMember(name);
		}
		return value;
	});
}

function countOf(members: Members, name: string): number | undefined {
	const value = members.get(name);
	if (value === undefined) {
		return undefined;
	}
	if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > maxCount) {
		throw new InvalidMember(name);
	}
	return value;
}

export function isDay(text: string): boolean {
	return /^\d{4}-\d\d-\d\d$/.test(text) && parseCivil(text, 'start').ok;
}

/**
 * Returns true if a text may be a version: it contains a digit and no characters that a terminal or web page could
 * interpret.
 */
export function isVersion(text: string): boolean {
	return text.length <= maxLength.version && /\d/.test(text) && /^[\p{L}\p{N} ._+()-]+$/u.test(text);
}
