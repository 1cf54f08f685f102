import { linkButton } from '../../common/dom/button';
import { element } from '../../common/dom/element';
import type { Context } from '../context/context';

/** Offers once to count devices by hashes, where records have none because they are personal. */
export function deviceOffer(context: Context, offered: boolean): HTMLElement {
	const { host, t, tell, fail } = context;
	const answer = (accepted: boolean) => {
		root.remove();
		host.call('answerDeviceOffer', { accepted }).then(() => {
			if (!accepted) {
				tell(t('Not offered again. The field hashed_device_id of an export does the same.'));
			}
		}, fail);
	};
	const root = element(
		'p',
		{ class: 'device-offer dim', hidden: !offered },
		`${t('Devices are not counted: their IDs are personal, and were not exported. A hash counts them and tells nobody which they are.')} `,
		linkButton(t('Export with hashed devices'), () => answer(true)),
		' · ',
		linkButton(t('No'), () => answer(false)),
	);
	return root;
}
