import { ThemeIcon } from 'vscode';
import { type DevicePlatform, findDevicePlatform } from '../core/applications/devicePlatform';
import type { Application } from '../core/service/application';

const icons: { readonly [P in DevicePlatform]: string } = {
	android: 'robot',
	ios: 'device-mobile',
	windows: 'window',
	desktop: 'device-desktop',
	web: 'browser',
};

/** Returns the icon of an application. The default is a phone, because most error records are from phones. */
export function applicationIcon(application: Application): ThemeIcon {
	const platform = findDevicePlatform(application);
	return new ThemeIcon(platform ? icons[platform] : 'device-mobile');
}
