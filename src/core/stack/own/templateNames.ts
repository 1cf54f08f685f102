import type { Frame } from '../trace/model';

/** Swift types that Xcode's templates create or most apps declare. Their names don't identify an app. */
const templateTypes: ReadonlySet<string> = new Set(
	(
		'AppDelegate SceneDelegate ExtensionDelegate ContentView ContentView_Previews PersistenceController ' +
		'ViewController MainViewController HomeViewController DetailViewController MasterViewController ' +
		'LoginViewController SettingsViewController GameViewController GameScene DocumentViewController ' +
		'ShareViewController ActionViewController TodayViewController KeyboardViewController InterfaceController ' +
		'NotificationService NotificationViewController MainView HomeView RootView LoginView SettingsView MainTabView'
	).split(' '),
);

export function isTemplateType({ kind, enclosing, type = '' }: Frame): boolean {
	return kind === 'native' && templateTypes.has((enclosing?.type ?? type).split('.').at(-1) ?? '');
}
