import type { MenuItem } from '../../../common/dom/menu';
import { visibleText } from '../../../common/dom/visibleText';
import type { Translate } from '../../../common/words/translate';

/** What can be done with a frame that leads somewhere. */
export type FrameAction = 'open' | 'openBeside' | 'asOf' | 'changes';

/** Of a version's name, which is free text (characters). */
const maxVersion = 24;

/** @param version That the frame is of; undefined where nobody knows. */
export function frameMenu(
	version: string | undefined,
	run: (action: FrameAction) => void,
	t: Translate,
): readonly MenuItem[] {
	const item = (action: FrameAction, label: string, hint: string): MenuItem => ({
		kind: 'item',
		label,
		hint,
		run: () => run(action),
	});
	const name = version === undefined ? '' : visibleText(shortened(version));
	return [
		item('open', t('Go to the source'), 'Enter'),
		item('openBeside', t('Go to the source at the side'), 'Ctrl+Enter'),
		...(version === undefined
			? []
			: [
					{ kind: 'separator' } as const,
					item('asOf', t('Open as of {0}', name), 'Shift+Enter'),
					item('changes', t('Changes since {0}', name), 'Shift+Alt+Enter'),
				]),
	];
}

/** What a key or a click with these keys held does; Ctrl, Cmd or Alt alone lead to the side. */
export function frameAction({
	shiftKey,
	altKey,
	ctrlKey,
	metaKey,
}: Pick<KeyboardEvent, 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>): FrameAction {
	if (shiftKey && !ctrlKey && !metaKey) {
		return altKey ? 'changes' : 'asOf';
	}
	return ctrlKey || metaKey || altKey ? 'openBeside' : 'open';
}

function shortened(version: string): string {
	return version.length > maxVersion ? `${version.slice(0, maxVersion)}…` : version;
}
