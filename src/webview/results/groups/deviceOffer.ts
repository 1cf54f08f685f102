import { linkButton } from '../../common/dom/button';
import { element } from '../../common/dom/element';
import type { Context } from '../context/context';

/**
 * Offers once to count devices by hashed IDs if the export has no device IDs. Unhashed device IDs are personal data.
 */
export function deviceOffer(context: Context, offered: boolean): HTMLElement {
	const { store, host, t, showStatus, fail } = context;
	const answer = (accepted: boolean) => {
		root.remove();
		host.call('answerDeviceOffer', { accepted }).then(() => {
			if (!accepted) {
				showStatus(t("You won't be asked again. To count devices, add the hashed_device_id field to an export."));
			}
		}, fail);
	};
	const root = element(
		'p',
		{ class: 'device-offer dim', hidden: !offered || store.state.info.deviceColumn !== undefined },
		`${t('Devices are not counted because device IDs are personal. Export hashed IDs to count devices anonymously.')} `,
		linkButton(t('Export with Hashed IDs'), () => answer(true)),
		' · ',
		linkButton(t("Don't Ask Again"), () => answer(false)),
	);
	return root;
}
