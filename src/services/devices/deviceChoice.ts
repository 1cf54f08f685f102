import { l10n, ThemeIcon } from 'vscode';
import { firstPlan, type Plan } from '../../core/plan/plan';
import { pickOne } from '../../vscode/quickInput';
import type { DeviceOffers } from '../results/deviceOffers';

/** Creates the plan of an application's first export. Asks the user once whether exports should count devices. */
export async function planFirstExport(
	deviceOffers: Pick<DeviceOffers, 'choice' | 'choose'>,
	application: Plan['application'],
	isSample: boolean,
): Promise<Plan | undefined> {
	if (isSample) {
		return firstPlan(application, true);
	}
	const known = deviceOffers.choice;
	if (known !== undefined) {
		return firstPlan(application, known);
	}
	const answer = await pickOne<boolean>({
		title: l10n.t('Count Devices'),
		placeholder: l10n.t('Choose whether exports count affected devices'),
		items: [
			{
				label: l10n.t('Count devices (IDs are hashed on this computer)'),
				detail: l10n.t(
					'The hash key never leaves this computer. If the key is lost, later exports count known devices as new.',
				),
				iconPath: new ThemeIcon('device-mobile'),
				value: true,
			},
			{
				label: l10n.t("Don't count devices"),
				detail: l10n.t('Groups and comparisons then show only numbers of records.'),
				iconPath: new ThemeIcon('circle-slash'),
				value: false,
			},
		],
	});
	if (answer.kind !== 'value') {
		return undefined;
	}
	await deviceOffers.choose(answer.value);
	return firstPlan(application, answer.value);
}
