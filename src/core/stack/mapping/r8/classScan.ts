import { carriageReturn, colon, hash, lineFeed, openBrace, space, tab } from '../../../../shared/ascii';
import { emptyHeader, type MapHeader, withComment } from './mapHeader';
import { type MapVersion, noVersion } from './mapVersion';
import { parseNote } from './memberNotes';

const maxClassLine = 64 * 1024;

/** Estimated memory use per class in bytes, not including the names. */
const entryBytes = 400;

const syntheticSource = 'R8$$SyntheticClass';

export interface ClassEntry {
	readonly original: string;
	readonly minified: string;
	readonly sourceFile: string | undefined;
	readonly version: MapVersion;
	readonly start: number;
	readonly end: number;
}

export interface ClassIndex {
	readonly entries: readonly ClassEntry[];
	readonly byMinified: ReadonlyMap<string, readonly ClassEntry[]>;
	/** Source files by original class name. The value is undefined if the mapping contains no real file name. */
	readonly sourceFiles: ReadonlyMap<string, string | undefined>;
	readonly headers: readonly MapHeader[];
	/** Estimated memory use of the index, in bytes. It can exceed the size of a file with many small classes. */
	readonly memory: number;
}

type OpenEntry = Omit<ClassEntry, 'end' | 'sourceFile'> & { sourceFile: string | undefined };

export class ClassScan {
	private readonly entries: ClassEntry[] = [];
	private readonly byMinified = new Map<string, ClassEntry[]>();
	private readonly sourceFiles = new Map<string, string | undefined>();
	private readonly fileNames = new Map<string, string>();
	private readonly headers: MapHeader[] = [];
	private header: MapHeader = emptyHeader;
	private open: OpenEntry | undefined;
	/** Whether the position is before the first member of a class, where notes refer to the class. */
	private inHead = false;
	private headerOpen = true;

	get classes(): number {
		return this.entries.length + (this.open ? 1 : 0);
	}

	mostDefinitions = 0;
	private nameBytes = 0;

	push(bytes: Buffer, offset: number): void {
		let place = offset === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
		while (place < bytes.length) {
			const found = bytes.indexOf(lineFeed, place);
			const end = found < 0 ? bytes.length : found;
			const first = bytes[place];
			if (first === hash) {
				this.takeComment(bytes, place, end, offset);
			} else if (first === space || first === tab) {
				this.takeIndented(bytes, place, end);
			} else if (first !== lineFeed && first !== carriageReturn) {
				this.takeMargin(bytes, place, end, offset);
			}
			place = end + 1;
		}
	}

	finish(size: number): ClassIndex {
		this.close(size);
		if (this.headerOpen || this.headers.length === 0) {
			this.headers.push(this.header);
		}
		const { entries, byMinified, sourceFiles, headers } = this;
		return { entries, byMinified, sourceFiles, headers, memory: this.nameBytes + entries.length * entryBytes };
	}

	private takeMargin(bytes: Buffer, start: number, lineEnd: number, offset: number): void {
		let end = lineEnd;
		while (end > start && isBlank(bytes[end - 1])) {
			end--;
		}
		if (bytes[end - 1] !== colon || end - start > maxClassLine) {
			return;
		}
		const line = bytes.toString('utf8', start, end - 1);
		const spaced = line.indexOf(' -> ');
		const arrow = spaced < 0 ? line.indexOf('->') : spaced + 1;
		const original = line.slice(0, Math.max(0, arrow)).trim();
		const minified = line.slice(arrow + 2).trim();
		if (arrow <= 0 || !isName(original) || !isName(minified)) {
			return;
		}
		this.close(offset + start);
		this.nameBytes += line.length;
		this.open = { original, minified, sourceFile: undefined, version: this.header.version, start: offset + start };
		this.inHead = true;
		if (this.headerOpen) {
			this.headers.push(this.header);
			this.headerOpen = false;
		}
	}

	private takeIndented(bytes: Buffer, start: number, end: number): void {
		if (!this.inHead) {
			return;
		}
		let place = start;
		while (place < end && isBlank(bytes[place])) {
			place++;
		}
		if (bytes[place] === hash) {
			this.takeNote(bytes.toString('utf8', place, end));
		} else if (place < end) {
			this.inHead = false;
		}
	}

	private takeComment(bytes: Buffer, start: number, end: number, offset: number): void {
		if (this.inHead) {
			this.takeNote(bytes.toString('utf8', start, end));
		}
		const isNote = bytes[start + 2] === openBrace || bytes[start + 1] === openBrace;
		const line = isNote && end - start > 512 ? '' : bytes.toString('utf8', start, end);
		if (isNote ? line.includes('com.android.tools.r8.mapping') : line !== '') {
			const header = this.headerOpen ? this.header : emptyHeader;
			const next = isNote ? withVersion(header, line) : withComment(header, line);
			if (next) {
				this.close(offset + start);
				this.header = next;
				this.headerOpen = true;
			}
		}
	}

	private takeNote(line: string): void {
		const fileName = this.open && fileNameIn(line);
		if (this.open && fileName !== undefined && fileName !== '' && fileName !== syntheticSource) {
			this.open.sourceFile = this.sharedName(fileName);
		}
	}

	private sharedName(name: string): string {
		const known = this.fileNames.get(name);
		if (known === undefined) {
			this.fileNames.set(name, name);
		}
		return known ?? name;
	}

	private close(end: number): void {
		this.inHead = false;
		if (!this.open) {
			return;
		}
		const { original, minified, sourceFile, version, start } = this.open;
		this.open = undefined;
		const entry: ClassEntry = { original, minified, sourceFile, version, start, end };
		this.entries.push(entry);
		const others = this.byMinified.get(minified);
		if (others) {
			others.push(entry);
		} else {
			this.byMinified.set(minified, [entry]);
		}
		this.mostDefinitions = Math.max(this.mostDefinitions, others?.length ?? 1);
		this.sourceFiles.set(original, sourceFile ?? this.sourceFiles.get(original));
	}
}

/** Extracts the file name from a `sourceFile` note. A regular expression is ten times faster here than parsing JSON. */
function fileNameIn(line: string): string | undefined {
	if (!line.includes('sourceFile')) {
		return undefined;
	}
	const [, usual] = /^# \{"id":"sourceFile","fileName":"([^"\\]*)"\}\r?$/.exec(line) ?? [];
	const note = usual === undefined ? parseNote(line, noVersion) : undefined;
	return note?.kind === 'sourceFile' ? note.fileName : usual;
}

function withVersion(header: MapHeader, line: string): MapHeader | undefined {
	const note = parseNote(line, header.version);
	return note?.kind === 'version' ? { ...header, version: note.version, versionText: note.text } : undefined;
}

function isBlank(byte: number | undefined): boolean {
	return byte === space || byte === tab || byte === carriageReturn;
}

/** Returns true if the text is a valid name. A name can contain any letters, and symbols that compilers add. */
function isName(text: string): boolean {
	return text !== '' && !/[\s(),:;]/.test(text);
}
