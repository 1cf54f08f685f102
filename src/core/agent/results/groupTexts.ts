import { groupWords } from '../../../shared/groupLabels';
import type { Group, GroupKey } from '../../../shared/results';
import type { ForeignText } from '../text/answerText';
import { versionText } from '../text/hostText';

/** A message with at least this many characters may have been truncated by the library or service that produced it. */
const cutAt = 280;

const mostOf = { title: 120, place: 160, message: 300, version: 60 };

/** Returns the text values that describe a group. They come from records and are therefore untrusted. */
export function groupTexts(
	id: string,
	key: GroupKey,
	{ value, detail, firstVersion, lastVersion }: Pick<Group, 'value' | 'detail' | 'firstVersion' | 'lastVersion'>,
	personal: readonly string[] = [],
): readonly ForeignText[] {
	const { title, place, message } = groupWords(key, value);
	const others = [...new Set([firstVersion, lastVersion])].filter(
		(version) => version !== '' && versionText(version) === undefined,
	);
	const texts = [
		{ label: `${id}.title`, text: title, most: mostOf.title },
		{ label: `${id}.place`, text: place, most: mostOf.place },
		{ label: `${id}.message`, text: message || detail, most: mostOf.message },
		{ label: `${id}.versions`, text: others.join(' to '), most: mostOf.version },
	];
	return texts.map((text) => ({ ...text, personal, cutAt }));
}
