import type { GroupKey } from './results';

/** What records of a group have in common, as a person reads it; '' is what the file does not say. */
export interface GroupWords {
	/** The name of the exception; what else there is where none is known. */
	readonly title: string;
	/** Class and method that it was thrown from. */
	readonly place: string;
	/** Of groups without a place. */
	readonly message: string;
	/** All there is, line by line. */
	readonly whole: readonly string[];
}

/** Lines of a value by `frames`: title, place or message, version, basis, platform, type; then the frames. */
const basisLine = 3;
const typeLine = 5;

export function groupWords(key: GroupKey, value: string): GroupWords {
	if (key.kind !== 'frames') {
		return { title: value, place: '', message: '', whole: value === '' ? [] : [value] };
	}
	const lines = value.split('\n');
	const [title = '', second = ''] = lines;
	const frames = lines.slice(typeLine + 1);
	const isMessage = lines[basisLine] === 'message';
	return {
		title,
		place: isMessage ? '' : second,
		message: isMessage ? second : '',
		whole: [lines[typeLine] || title, ...(isMessage ? [second] : frames)].filter((line) => line !== ''),
	};
}
