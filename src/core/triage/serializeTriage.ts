import type { JsonValue } from '../common/lenientJson';
import type { TriageDocument } from './triageEntry';

const firstMembers = ['type', 'group', 'state', 'until', 'in', 'commit', 'owner', 'issue'];
const lastMember = 'notes';

/**
 * Formats a triage file. Each member and each note is on its own line, so that Git can merge changes to different
 * members or notes.
 */
export function serializeTriage(document: TriageDocument): string {
	const others = [...document.keys()].filter((name) => !firstMembers.includes(name) && name !== lastMember).sort();
	const members = [...firstMembers, ...others].flatMap((name) => {
		const value = document.get(name);
		return value === undefined ? [] : [`  ${JSON.stringify(name)}: ${inline(value)}`];
	});
	const notes = document.get(lastMember);
	if (Array.isArray(notes) && notes.length > 0) {
		members.push(`  "notes": [\n${notes.map((note: JsonValue) => `    ${inline(note)}`).join(',\n')}\n  ]`);
	}
	return `{\n${members.join(',\n')}\n}\n`;
}

function inline(value: JsonValue): string {
	if (value instanceof Map) {
		const members = [...value].map(([name, member]) => `${JSON.stringify(name)}: ${inline(member)}`);
		return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
	}
	return Array.isArray(value) ? `[${value.map(inline).join(', ')}]` : JSON.stringify(value);
}
