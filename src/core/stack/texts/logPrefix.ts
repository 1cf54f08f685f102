import { isBlank, skipBlanks, skipToBlank } from '../trace/characters';

export interface LogPrefix {
	/** Offset at which the message starts. */
	readonly end: number;
	/** Source of a line in a shared log, which is a tag with its process, or a container. May be empty. */
	readonly source: string;
}

const maxParts = 10;
const maxPartLength = 120;

interface PartKind {
	readonly pattern: RegExp;
	/** Whether this part is sufficient to identify a log line. Other parts are recognized only after such a part. */
	readonly certain: boolean;
	readonly named: boolean;
}

/** Patterns are anchored at the start and limited in length, so that each match takes constant time. */
const kinds: readonly PartKind[] = [
	// Android's log: `E/Tag( 123): `, ` 1234  1250 E Tag     : `, ` 1234-1250  Tag       com.acme.shop      E  `
	{ pattern: /^[VDIWEFA]\/([^:()]{1,40}?) {0,23}(?:\( {0,7}(\d{1,7})\))?: ?/, certain: true, named: true },
	{ pattern: /^ {0,7}(\d{1,7}) {1,7}\d{1,7} [VDIWEFA] ([^:]{1,40}?) {0,23}: ?/, certain: false, named: true },
	{
		pattern: /^ {0,7}(\d{1,7})-\d{1,7} {1,7}(\S{1,40}) {1,40}\S{1,80} {1,40}[VDIWEFA] {1,2}/,
		certain: false,
		named: true,
	},
	{ pattern: /^(flutter): /, certain: true, named: true },
	{ pattern: /^([\w.-]{1,60}) {1,40}\| ?/, certain: true, named: true },
	// Dates and times: `2026-11-20T10:00:00.123Z `, `2026/11/20 `, `11-20 `, `10:00:00,123 `, `+0300 `
	{
		pattern: /^\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?(?:T[\d:.,]{5,18}(?:Z|[+-][\d:]{2,6})?)?:? /,
		certain: true,
		named: false,
	},
	{ pattern: /^\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,9})?(?:Z|[+-][\d:]{2,6})?:? /, certain: true, named: false },
	{ pattern: /^[+-]\d{2}:?\d{2} /, certain: false, named: false },
	{
		pattern: /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,9})? (?:[\w.-]{1,80} (?=[\w.-]{1,60}\[\d))?/,
		certain: true,
		named: false,
	},
	{
		pattern: /^(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|SEVERE|FATAL|CRITICAL|VERBOSE):? {1,2}(?! )/i,
		certain: true,
		named: false,
	},
	{ pattern: /^[VDIWEFA]:? {1,2}(?! )/, certain: false, named: false },
	// Text in brackets: `[main] `, `[2026-11-20 10:00:00]`, `(main) `
	{ pattern: /^\[[\w .:,+/#@$-]{1,80}\](?::? )/, certain: true, named: false },
	{ pattern: /^\([\w .:,+/#@$-]{1,80}\) /, certain: false, named: false },
	// Processes, classes or process numbers: `Shop[123:4567] `, `com.acme.Cart - `, `c.a.Cart : `
	{ pattern: /^[\w.-]{1,60}\[\d{1,8}(?::\d{1,8})?\]:? /, certain: false, named: false },
	{ pattern: /^[\w.$]{1,120} {0,40}(?:- |: )/, certain: false, named: false },
	{ pattern: /^(?:\d{1,8}|-{1,3}|\|) /, certain: false, named: false },
];

/** Returns possible prefixes of times, levels, processes, threads, classes and tags. The last one is most likely. */
export function logPrefixes(text: string): LogPrefix[] {
	const prefixes: LogPrefix[] = [];
	if (isBlank(text.charCodeAt(0)) || skipToBlank(text, 0) > maxPartLength) {
		return prefixes;
	}
	let source = '';
	let end = 0;
	while (prefixes.length < maxParts && end < text.length) {
		const rest = text.slice(end, end + 2 * maxPartLength);
		const certain = prefixes.length > 0;
		let found: RegExpExecArray | null = null;
		for (const kind of kinds) {
			found = certain || kind.certain ? kind.pattern.exec(rest) : null;
			if (found) {
				source += kind.named ? found.slice(1).join(' ').trim() : '';
				break;
			}
		}
		if (found) {
			end += found[0].length;
		} else {
			// Spaces before a number are column padding. Spaces before a name are the indentation of the message.
			const next = skipBlanks(text, end);
			const padded = certain && next > end && next - end < 8 && /^\d/.test(text.slice(next, next + 1));
			if (!padded) {
				break;
			}
			end = next;
		}
		prefixes.push({ end, source });
	}
	return prefixes;
}
