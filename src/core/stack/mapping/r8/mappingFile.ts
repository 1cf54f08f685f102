import { readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { onDisk } from '../../../export/diskError';
import { throwIfAborted } from '../../../service/cancellation';
import { type Opened, refused } from '../mappingRefusal';
import { RecentCache } from '../recentCache';
import type { ClassMapping, ClassNames } from './classMapping';
import { type ClassEntry, type ClassIndex, ClassScan } from './classScan';
import { ClassSection } from './classSection';
import type { MapHeader } from './mapHeader';

export interface MappingLimits {
	readonly bytes: number;
	readonly classes: number;
	/** Of one class; what is larger is known by its name only. */
	readonly classBytes: number;
}

const usualLimits: MappingLimits = { bytes: 2 * 1024 ** 3, classes: 1_000_000, classBytes: 32 * 1024 ** 2 };

const chunkBytes = 1024 ** 2;

/** Bytes of the text of parsed classes that are kept; in memory they take a few times as much. */
const keptBytes = 4 * 1024 ** 2;

/** Most classes are smaller. */
const bufferBytes = 16 * 1024;

/** Classes read before others get their turn. */
const readsWithoutPause = 64;

interface FileState {
	readonly size: number;
	readonly modified: number;
}

/**
 * A mapping file of R8 or ProGuard. What is in memory is an index of its classes; the lines of a class are read from the
 * file when a trace asks for it. The file is open only while something reads it.
 */
export class MappingFile {
	private readonly parsed = new RecentCache<ClassEntry, KeptClass>(keptBytes, ({ bytes }) => bytes);

	private constructor(
		readonly path: string,
		private readonly state: FileState,
		private readonly index: ClassIndex,
		private readonly limits: MappingLimits,
	) {}

	/** @throws AppError `disk`, `cancelled` */
	static async open(
		path: string,
		signal: AbortSignal,
		limits: Partial<MappingLimits> = {},
	): Promise<Opened<MappingFile>> {
		const allLimits = { ...usualLimits, ...limits };
		return withFile(path, async (handle, state): Promise<Opened<MappingFile>> => {
			if (state.size > allLimits.bytes) {
				return refused({ kind: 'tooLarge', unit: 'bytes', limit: allLimits.bytes });
			}
			const scan = new ClassScan();
			const size = await scanFile(handle, scan, allLimits.classes, signal);
			if (scan.classes > allLimits.classes) {
				return refused({ kind: 'tooLarge', unit: 'classes', limit: allLimits.classes });
			}
			if (scan.classes === 0) {
				return refused({ kind: 'notAMapping' });
			}
			const mapping = new MappingFile(path, { ...state, size }, scan.finish(size), allLimits);
			return { kind: 'opened', mapping };
		});
	}

	/** Of every mapping in the file, at least one. */
	get headers(): readonly MapHeader[] {
		return this.index.headers;
	}

	get classes(): number {
		return this.index.entries.length;
	}

	/**
	 * Reads classes by their minified names; names that are none are no trouble. Files that changed since they were
	 * opened are refused.
	 * @throws AppError `disk`, `cancelled`
	 */
	async load(names: Iterable<string>, signal: AbortSignal): Promise<Opened<ClassNames>> {
		const loaded = new Map<ClassEntry, ClassMapping>();
		const wanted = new Map<string, readonly ClassEntry[]>();
		const missing: ClassEntry[] = [];
		for (const name of names) {
			const entries = wanted.has(name) ? undefined : this.index.byMinified.get(name);
			if (!entries) {
				continue;
			}
			wanted.set(name, entries);
			for (const entry of entries) {
				const kept = this.parsed.get(entry);
				if (kept) {
					loaded.set(entry, kept.mapping);
				} else {
					missing.push(entry);
				}
			}
		}
		missing.sort((a, b) => a.start - b.start);
		if (missing.length > 0 && !(await this.read(missing, loaded, signal))) {
			return refused({ kind: 'changed' });
		}
		return { kind: 'opened', mapping: this.view(wanted, loaded) };
	}

	/** @returns false when the file is another one now */
	private read(entries: readonly ClassEntry[], into: Map<ClassEntry, ClassMapping>, signal: AbortSignal) {
		return withFile(this.path, async (handle, { size, modified }): Promise<boolean> => {
			if (size !== this.state.size || modified !== this.state.modified) {
				return false;
			}
			const buffer = Buffer.allocUnsafeSlow(bufferBytes);
			for (const [index, entry] of entries.entries()) {
				if (index % readsWithoutPause === 0) {
					await setImmediate();
					throwIfAborted(signal);
				}
				const section = this.readClass(handle.fd, entry, buffer);
				if (!section) {
					return false;
				}
				into.set(entry, section);
			}
			return true;
		});
	}

	/**
	 * Waits for the disk: what is read is small, and promises for it would take several times as long; measured.
	 * @param spare for classes that it can hold: thousands of small ones would leave as many buffers behind
	 */
	private readClass(descriptor: number, entry: ClassEntry, spare: Buffer): ClassMapping | undefined {
		const length = entry.end - entry.start;
		if (length > this.limits.classBytes) {
			return new ClassSection('', entry);
		}
		const buffer = length <= spare.length ? spare : Buffer.allocUnsafe(length);
		const bytesRead = readSync(descriptor, buffer, 0, length, entry.start);
		const text = buffer.toString('utf8', 0, bytesRead);
		if (bytesRead < length || !text.startsWith(entry.original)) {
			return undefined;
		}
		const mapping = new ClassSection(text, entry);
		this.parsed.set(entry, { mapping, bytes: length });
		return mapping;
	}

	private view(
		wanted: ReadonlyMap<string, readonly ClassEntry[]>,
		loaded: ReadonlyMap<ClassEntry, ClassMapping>,
	): ClassNames {
		const classes = new Map<string, readonly ClassMapping[]>();
		for (const [name, entries] of wanted) {
			classes.set(
				name,
				entries.flatMap((entry) => loaded.get(entry) ?? []),
			);
		}
		return {
			classes: (minified) => classes.get(minified) ?? noClasses,
			sourceFile: (original) => this.index.sourceFiles.get(original),
			hasOriginal: (name) => this.index.sourceFiles.has(name),
		};
	}
}

const noClasses: readonly ClassMapping[] = [];

interface KeptClass {
	readonly mapping: ClassMapping;
	readonly bytes: number;
}

async function scanFile(handle: FileHandle, scan: ClassScan, maxClasses: number, signal: AbortSignal): Promise<number> {
	const bytes = Buffer.allocUnsafeSlow(chunkBytes);
	/** Of the line that the last piece ended in. */
	let carried = 0;
	let size = 0;
	for (;;) {
		throwIfAborted(signal);
		const { bytesRead } = await handle.read(bytes, carried, chunkBytes - carried, size);
		size += bytesRead;
		const filled = carried + bytesRead;
		const end = bytesRead === 0 ? filled : bytes.lastIndexOf(0x0a, filled - 1) + 1;
		scan.push(bytes.subarray(0, end), size - filled);
		if (bytesRead === 0 || scan.classes > maxClasses) {
			return size;
		}
		// A line that fills everything names no class; what follows of it is taken as lines that mean nothing either.
		carried = filled - end === chunkBytes ? 0 : filled - end;
		bytes.copyWithin(0, end, filled);
	}
}

function withFile<T>(path: string, action: (handle: FileHandle, state: FileState) => Promise<T>): Promise<T> {
	return onDisk(path, async () => {
		await using handle = await open(path, 'r');
		const { size, mtimeMs } = await handle.stat();
		return await action(handle, { size, modified: mtimeMs });
	});
}
