import { type Delimiter, delimiters, type FileForm } from '../../../../shared/results';
import { FieldTable } from '../../../plan/fields';
import { type ParsedSample, parseSample, type Quoting } from './csvSample';

type CsvLayout = Omit<FileForm, 'encoding'>;

/** Maximum number of lines above the header. For each possible header, up to `maxCharacters` are examined. */
const maxLinesAbove = 30;
const maxCharacters = 32 * 1024;

const plain: Quoting = { backslashEscapes: false, spacedQuotes: false };

const sepLine = /^\ufeff?"?sep=(.?)"?\s*$/i;

/** Column names in exports match `identifier`. Other text that is short enough for a column name matches `title`. */
const identifier = /^[a-z_]\w*$/i;
const title = /^[\p{L}_][\p{L}\p{N}_ ()./%-]{0,39}$/u;

const knownFields = new FieldTable();

interface Candidate extends ParsedSample {
	readonly delimiter: Delimiter;
	readonly quoting: Quoting;
	/** Number of records with as many cells as the header. */
	readonly sound: number;
}

class Candidates {
	private readonly parsed = new Map<string, Candidate>();

	constructor(readonly text: string) {}

	at(start: number, delimiter: Delimiter, quoting: Quoting): Candidate {
		const key = `${start} ${delimiter} ${quoting.backslashEscapes} ${quoting.spacedQuotes}`;
		const known = this.parsed.get(key) ?? this.parse(start, delimiter, quoting);
		this.parsed.set(key, known);
		return known;
	}

	private parse(start: number, delimiter: Delimiter, quoting: Quoting): Candidate {
		const sample = parseSample(this.text.slice(start, start + maxCharacters), 0, delimiter, quoting);
		const [header = [], ...records] = sample.records;
		const named = namedCells(header);
		const isSound = (cells: readonly string[]) =>
			cells.length === header.length || (cells.length >= named && cells.slice(named).every((cell) => cell === ''));
		return { ...sample, delimiter, quoting, sound: records.filter(isSound).length };
	}
}

export function csvLayout(text: string, chosen: Partial<FileForm>): CsvLayout {
	const lines = lineStarts(text);
	const separator = sepLine.exec(text.slice(0, lines[1] ?? text.length))?.[1];
	const candidates = new Candidates(text);
	const line = chosen.headerLine ?? headerLine(candidates, lines, separator !== undefined, chosen);
	const start = lines[Math.min(line, lines.length) - 1] ?? 0;
	const known = chosen.delimiter ?? delimiters.find((delimiter) => delimiter === separator);
	const best = bestQuoting(candidates, start, bestDelimiter(candidates, start, known), chosen);
	const { backslashEscapes, spacedQuotes } = best.quoting;
	const unnamed = unnamedColumns(best.records);
	return {
		delimiter: best.delimiter,
		...(line > 1 && { headerLine: line }),
		...(unnamed > 0 && { unnamedColumns: unnamed }),
		...(backslashEscapes && { backslashEscapes }),
		...(spacedQuotes && { spacedQuotes }),
	};
}

function lineStarts(text: string): number[] {
	const starts = [0];
	const ends = /\r\n?|\n/g;
	while (starts.length <= maxLinesAbove && ends.exec(text)) {
		starts.push(ends.lastIndex);
	}
	return starts;
}

/** Returns the one-based line number of the header. */
function headerLine(
	candidates: Candidates,
	lines: readonly number[],
	isSeparated: boolean,
	chosen: Partial<FileForm>,
): number {
	const { text } = candidates;
	const above = isSeparated ? 2 : 1;
	let first = above;
	const isComment = (line: number) => /^\ufeff?\s*#/.test(text.slice(lines[line - 1], lines[line]));
	const best = (line: number) => {
		const start = lines[line - 1] ?? 0;
		return bestQuoting(candidates, start, bestDelimiter(candidates, start, chosen.delimiter), chosen);
	};
	// A header can begin with `#` if it has as many cells as the records and the next line is not a comment.
	while (
		first < lines.length &&
		isComment(first) &&
		(first > above || isComment(first + 1) || !isHeader(best(first), 0.5))
	) {
		first++;
	}
	const candidate = best(first);
	// A line before an empty line is a title and not a header.
	const isTitle =
		/^[\s,;|]*$/.test(text.slice(lines[first] ?? text.length, lines[first + 1])) && lines.length > first + 1;
	if (isKnown(candidate)) {
		return first;
	}
	const mayBeHeader = isHeader(candidate, 0.5) && !isTitle;
	if (mayBeHeader && isHeader(candidate, 1)) {
		return first;
	}
	for (let line = first + 1; line < lines.length; line++) {
		const next = best(line);
		if (isHeader(next, 0.8) && (mayBeHeader ? hasMoreKnownNames(next, candidate) : isBetter(next, candidate))) {
			return line;
		}
	}
	return first;
}

/**
 * Returns true if the first record contains several names, and at least the given share of other records has as many
 * cells.
 */
function isHeader({ records, sound }: Candidate, share: number): boolean {
	const [header = []] = records;
	return namedCells(header) > 1 && (records.length === 1 || sound >= share * (records.length - 1));
}

function isBetter(next: Candidate, before: Candidate): boolean {
	const [names = []] = next.records;
	const [former = []] = before.records;
	if (isKnown(next)) {
		return true;
	}
	const named = names.slice(0, namedCells(names));
	const areNames = (cells: readonly string[]) => cells.every((name) => identifier.test(name));
	return (
		named.length > namedCells(former) &&
		next.records.length > 1 &&
		named.every((name) => title.test(name)) &&
		(former.length === 1 || !areNames(former) || areNames(named))
	);
}

function hasMoreKnownNames(next: Candidate, before: Candidate): boolean {
	const [[names = []], [former = []]] = [next.records, before.records];
	return isKnown(next) && next.records.length > 1 && namedCells(names) > namedCells(former);
}

function isKnown({ records: [names = []] }: Candidate): boolean {
	return names.some((name) => knownFields.getSimilar(name) !== undefined);
}

function bestDelimiter(candidates: Candidates, start: number, known: Delimiter | undefined): Delimiter {
	if (known) {
		return known;
	}
	let best = candidates.at(start, ',', plain);
	for (const delimiter of delimiters.slice(1)) {
		const next = candidates.at(start, delimiter, plain);
		const [has, had] = [next, best].map(({ records }) => (records[0]?.length ?? 1) - 1) as [number, number];
		if (has > 0 && (had === 0 || next.sound > best.sound || (next.sound === best.sound && has > had))) {
			best = next;
		}
	}
	return best.delimiter;
}

/** Returns the quoting style. RFC 4180 is used unless another style fits the text better. */
function bestQuoting(
	candidates: Candidates,
	start: number,
	delimiter: Delimiter,
	chosen: Partial<FileForm>,
): Candidate {
	let best = candidates.at(start, delimiter, plain);
	const hasBackslashes = candidates.text.includes('\\"');
	const { backslashEscapes, spacedQuotes } = chosen;
	if (backslashEscapes !== undefined || spacedQuotes !== undefined) {
		const quoting = { backslashEscapes: backslashEscapes === true, spacedQuotes: spacedQuotes === true };
		return candidates.at(start, delimiter, quoting);
	}
	for (const quoting of [
		...(hasBackslashes ? [{ backslashEscapes: true, spacedQuotes: false }] : []),
		...(best.spaces > 0 ? [{ backslashEscapes: false, spacedQuotes: true }] : []),
		...(best.spaces > 0 && hasBackslashes ? [{ backslashEscapes: true, spacedQuotes: true }] : []),
	]) {
		const next = candidates.at(start, delimiter, quoting);
		const isSound = next.sound * best.records.length >= best.sound * next.records.length && next.odd <= best.odd;
		const isBetter = next.odd < best.odd || next.sound > best.sound;
		if (next.records.length > 0 && isSound && (isBetter || (quoting.spacedQuotes && !best.quoting.spacedQuotes))) {
			best = next;
		}
	}
	return best;
}

function namedCells(header: readonly string[]): number {
	let count = header.length;
	while (count > 1 && header[count - 1] === '') {
		count--;
	}
	return count;
}

function unnamedColumns([header = [], ...records]: readonly (readonly string[])[]): number {
	const named = namedCells(header);
	return records.some((cells) => cells.slice(named).some((cell) => cell !== '')) ? 0 : header.length - named;
}
