import { groupVersion } from '../../../shared/groupValue';
import type { Scheduler } from '../../common/scheduler';
import { nodeFiles } from '../../files/durableFile';
import type { HashedKeys } from '../table/keyPart';
import { areKeysContents } from './checkContents';
import { type Fingerprint, isSameFile } from './fingerprint';
import { beginOfKeys, type KeysContents, savedKeysPath } from './layout';
import { DamagedIndex, readContents, SectionReader, SectionWriter } from './sections';

/**
 * Saves the group keys and crash sites of a file. The caller must check that the file still matches the fingerprint.
 * @throws AppError `disk` or `cancelled`. No incomplete file is left on disk.
 */
export async function writeKeys(
	records: string,
	keys: HashedKeys,
	of: Fingerprint,
	own: string,
	scheduler: Scheduler,
): Promise<void> {
	const write = async (sections: SectionWriter): Promise<KeysContents> => ({
		of,
		version: groupVersion,
		own,
		codes: await sections.numbers(Uint32Array.from(keys.codes)),
		lows: await sections.write(keys.lows),
		highs: await sections.write(keys.highs),
		topLows: await sections.write(keys.topLows),
		topHighs: await sections.write(keys.topHighs),
		sites: {
			codes: await sections.numbers(Uint32Array.from(keys.sites.codes)),
			ends: await sections.numbers(keys.sites.ends),
			members: await sections.numbers(keys.sites.members),
			lows: await sections.write(keys.sites.lows),
			highs: await sections.write(keys.sites.highs),
			fileLows: await sections.write(keys.sites.fileLows),
			fileHighs: await sections.write(keys.sites.fileHighs),
		},
	});
	await SectionWriter.save(savedKeysPath(records), beginOfKeys, write, scheduler, nodeFiles);
}

/** Reads the saved keys. Returns undefined if they are missing, outdated, or damaged. */
export async function readKeys(
	records: string,
	of: Fingerprint,
	own: string,
	count: number,
): Promise<HashedKeys | undefined> {
	const path = savedKeysPath(records);
	const contents = await readContents(path, beginOfKeys, areKeysContents);
	if (contents?.version !== groupVersion || contents.own !== own || !isSameFile(contents.of, of)) {
		return undefined;
	}
	try {
		const keys = SectionReader.with(path, (sections) => ({
			codes: sections.numbers(contents.codes),
			lows: sections.words(contents.lows),
			highs: sections.words(contents.highs),
			topLows: sections.words(contents.topLows),
			topHighs: sections.words(contents.topHighs),
			sites: {
				codes: sections.numbers(contents.sites.codes),
				ends: Uint32Array.from(sections.numbers(contents.sites.ends)),
				members: Uint32Array.from(sections.numbers(contents.sites.members)),
				lows: sections.words(contents.sites.lows),
				highs: sections.words(contents.sites.highs),
				fileLows: sections.words(contents.sites.fileLows),
				fileHighs: sections.words(contents.sites.fileHighs),
			},
		}));
		return areKeys(keys, count) ? keys : undefined;
	} catch (error) {
		if (error instanceof DamagedIndex) {
			return undefined;
		}
		throw error;
	}
}

function areKeys({ codes, lows, highs, topLows, topHighs, sites }: HashedKeys, count: number): boolean {
	const { ends, members } = sites;
	const isEach = (lengths: readonly ArrayLike<number>[], of: ArrayLike<number>) =>
		lengths.every(({ length }) => length === of.length);
	return (
		codes.length === count &&
		sites.codes.length === count &&
		isEach([highs, topLows, topHighs], lows) &&
		isEach([sites.highs, sites.fileLows, sites.fileHighs], sites.lows) &&
		codes.every((code) => code < lows.length) &&
		sites.codes.every((code) => code < ends.length) &&
		ends.every((end, list) => end >= (ends[list - 1] ?? 0) && end <= members.length) &&
		members.every((member) => member < sites.lows.length)
	);
}
