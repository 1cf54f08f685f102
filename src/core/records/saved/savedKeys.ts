import { groupVersion } from '../../../shared/groupValue';
import type { Pace } from '../../common/pace';
import { nodeFiles } from '../../files/durableFile';
import type { HashedKeys } from '../table/keyPart';
import { type Fingerprint, isSameFile } from './fingerprint';
import { beginOfKeys, type KeysContents, savedKeysPath } from './layout';
import { DamagedIndex, readContents, SectionReader, SectionWriter } from './sections';

/**
 * Saves the keys by frames of a file's records beside it, and the sites of their traces.
 * @param of What the file was when the keys were made, and still is.
 * @param own What the workspace declares, by its `id`.
 * @throws AppError `disk` or `cancelled`; nothing is left then
 */
export async function writeKeys(
	records: string,
	keys: HashedKeys,
	of: Fingerprint,
	own: string,
	pace: Pace,
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
	await SectionWriter.save(savedKeysPath(records), beginOfKeys, write, pace, nodeFiles);
}

/** The keys beside a file; undefined where there are none that would be made of it now. */
export async function readKeys(records: string, of: Fingerprint, own: string): Promise<HashedKeys | undefined> {
	const path = savedKeysPath(records);
	const contents = await readContents<KeysContents>(path, beginOfKeys);
	if (contents?.version !== groupVersion || contents.own !== own || !isSameFile(contents.of, of)) {
		return undefined;
	}
	try {
		return SectionReader.with(path, (sections) => ({
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
	} catch (error) {
		if (error instanceof DamagedIndex) {
			return undefined;
		}
		throw error;
	}
}
