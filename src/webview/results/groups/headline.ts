import { groupWords } from '../../../shared/groupLabels';
import type { Group, GroupKey } from '../../../shared/results';
import { visibleText } from '../../common/dom/visibleText';
import type { Translate } from '../../common/format/translate';

/** Returns a group's code location and title. Without a separate code location, returns the title and the message. */
export function headline(
	key: GroupKey,
	group: Pick<Group, 'value' | 'outerType'>,
	t: Translate,
): { name: string; detail: string } {
	const { title, place, message } = groupWords(key, group.value);
	return place === ''
		? { name: visibleText(title), detail: withOuterType(message, group, t) }
		: { name: visibleText(place), detail: withOuterType(title, group, t) };
}

/** Adds the type of the outer exception to a group's name, which contains only the root cause. */
export function withOuterType(text: string, { outerType }: Pick<Group, 'outerType'>, t: Translate): string {
	const shown = visibleText(text);
	return outerType === undefined ? shown : t('{0} (outer: {1})', shown, visibleText(outerType)).trim();
}
