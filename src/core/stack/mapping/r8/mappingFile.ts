import { isAscii } from 'node:buffer';
import { readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { RecentCache } from '../../../../shared/recentCache';
import { throwIfAborted } from '../../../common/cancellation';
import { onDisk } from '../../../files/diskError';
import { type Opened, refused } from '../result/mappingProblem';
import type { ClassMapping, ClassNames } from './classMapping';
import { type ClassEntry, type ClassIndex, ClassScan } from './classScan';
import { ClassSection } from './classSection';
import type { MapHeader } from './mapHeader';
import { scanFile } from './scanFile';

interface MappingLimits {
	readonly bytes: number;
	/** Maximum number of classes. Each class uses about half a kilobyte of memory. */
	readonly classes: number;
	/** Maximum number of classes with the same minified name. Several builds can have their mappings in one file. */
	readonly definitions: number;
	/** Maximum size of a class in bytes. If a class is larger, only its name is read. */
	readonly classBytes: number;
	/**
	 * Maximum total size, in bytes, of the classes that are loaded for a trace. For further classes, only the names are
	 * available.
	 */
	readonly loadedBytes: number;
}

const usualLimits: MappingLimits = {
	bytes: 2 * 1024 ** 3,
	classes: 500_000,
	definitions: 64,
	classBytes: 2 * 1024 ** 2,
	loadedBytes: 16 * 1024 ** 2,
};

/** Maximum total length, in characters, of the cached classes. Parsed classes use several times as much memory. */
const maxCachedLength = 4 * 1024 ** 2;

/** Number of bytes to decode before yielding. The garbage collector doesn't move strings of this length (measured). */
const batchBytes = 256 * 1024;

interface FileState {
	readonly size: number;
	readonly modified: number;
}

/** R8 or ProGuard mapping file. Only an index is in memory. The lines of a class are read when they are needed. */
export class MappingFile {
	private readonly parsed = new RecentCache<ClassEntry, ClassSection>(maxCachedLength, {
		weightOf: ({ length }) => length,
	});

	private constructor(
		readonly path: string,
		private readonly state: FileState,
		private readonly index: ClassIndex,
		private readonly limits: MappingLimits,
	) {}

	/** Indexes a mapping file. Throws `disk` or `cancelled`. */
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
			if (scan.mostDefinitions > allLimits.definitions) {
				return refused({ kind: 'tooLarge', unit: 'definitions', limit: allLimits.definitions });
			}
			if (scan.classes === 0) {
				return refused({ kind: 'notAMapping' });
			}
			const mapping = new MappingFile(path, { ...state, size }, scan.finish(size), allLimits);
			return { kind: 'opened', mapping };
		});
	}

	get headers(): readonly MapHeader[] {
		return this.index.headers;
	}

	get classes(): number {
		return this.index.entries.length;
	}

	has(minified: string): boolean {
		return this.index.byMinified.has(minified);
	}

	get memory(): number {
		return this.index.memory;
	}

	/**
	 * Loads the classes with these names. Ignores unknown names. Rejects a file that has changed since it was indexed.
	 * Throws `disk` or `cancelled`.
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
				const cached = this.parsed.get(entry);
				if (cached) {
					loaded.set(entry, cached);
				} else {
					missing.push(entry);
				}
			}
		}
		const read = this.withinLimits(missing, loaded);
		read.sort((a, b) => a.start - b.start);
		if (read.length > 0 && !(await this.read(read, loaded, signal))) {
			return refused({ kind: 'changed' });
		}
		return { kind: 'opened', mapping: this.view(wanted, loaded) };
	}

	private withinLimits(entries: readonly ClassEntry[], loaded: Map<ClassEntry, ClassMapping>): ClassEntry[] {
		let bytes = 0;
		return entries.filter((entry) => {
			const size = entry.end - entry.start;
			const fits = size <= this.limits.classBytes && bytes + size <= this.limits.loadedBytes;
			bytes += fits ? size : 0;
			if (!fits) {
				loaded.set(entry, new ClassSection('', entry));
			}
			return fits;
		});
	}

	private read(entries: readonly ClassEntry[], into: Map<ClassEntry, ClassMapping>, signal: AbortSignal) {
		return withFile(this.path, async (handle, { size, modified }): Promise<boolean> => {
			if (size !== this.state.size || modified !== this.state.modified) {
				return false;
			}
			const spare = Buffer.allocUnsafeSlow(batchBytes);
			for (let next = 0; next < entries.length; ) {
				const batch = this.batchFrom(entries, next);
				next += batch.length;
				if (!this.readBatch(handle.fd, batch, spare, into)) {
					return false;
				}
				await setImmediate();
				throwIfAborted(signal);
			}
			return true;
		});
	}

	private batchFrom(entries: readonly ClassEntry[], first: number): readonly ClassEntry[] {
		let bytes = 0;
		let end = first;
		do {
			bytes += getBytes(entries[end]);
			end++;
		} while (end < entries.length && bytes + getBytes(entries[end]) <= batchBytes);
		return entries.slice(first, end);
	}

	/** Reads synchronously, because small asynchronous reads take several times as long (measured). */
	private readBatch(
		descriptor: number,
		entries: readonly ClassEntry[],
		spare: Buffer,
		into: Map<ClassEntry, ClassMapping>,
	): boolean {
		const [first] = entries;
		const buffer = getBytes(first) > spare.length ? Buffer.allocUnsafeSlow(getBytes(first)) : spare;
		let end = 0;
		for (const entry of entries) {
			const length = getBytes(entry);
			if (readSync(descriptor, buffer, end, length, entry.start) < length) {
				return false;
			}
			end += length;
		}
		const bytes = buffer.subarray(0, end);
		// In ASCII text, the index of a character is its byte offset.
		const all = isAscii(bytes) ? bytes.toString('latin1') : undefined;
		let start = 0;
		for (const entry of entries) {
			const length = getBytes(entry);
			const text = all?.slice(start, start + length) ?? bytes.toString('utf8', start, start + length);
			start += length;
			if (!text.startsWith(entry.original)) {
				return false;
			}
			const mapping = new ClassSection(text, entry);
			into.set(entry, mapping);
			if (mapping.length <= maxCachedLength) {
				this.parsed.set(entry, mapping);
			}
		}
		return true;
	}

	private view(
		wanted: ReadonlyMap<string, readonly ClassEntry[]>,
		loaded: ReadonlyMap<ClassEntry, ClassMapping>,
	): ClassNames {
		return {
			classes: (minified) => (wanted.get(minified) ?? noEntries).flatMap((entry) => loaded.get(entry) ?? []),
			sourceFile: (original) => this.index.sourceFiles.get(original),
			hasOriginal: (name) => this.index.sourceFiles.has(name),
		};
	}
}

const noEntries: readonly ClassEntry[] = [];

function getBytes(entry: ClassEntry | undefined): number {
	return entry ? entry.end - entry.start : 0;
}

function withFile<T>(path: string, action: (handle: FileHandle, state: FileState) => Promise<T>): Promise<T> {
	return onDisk(path, async () => {
		await using handle = await open(path, 'r');
		const { size, mtimeMs } = await handle.stat();
		return await action(handle, { size, modified: mtimeMs });
	});
}
