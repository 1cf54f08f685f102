import type { Frame } from '../trace/model';

/** Swift types that Xcode's templates create or that most apps declare. Their names don't identify an app. */
const templateTypes: ReadonlySet<string> = new Set(
	(
		'AppDelegate SceneDelegate ExtensionDelegate ContentView ContentView_Previews PersistenceController ' +
		'ViewController MainViewController HomeViewController DetailViewController MasterViewController ' +
		'LoginViewController SettingsViewController GameViewController GameScene DocumentViewController ' +
		'ShareViewController ActionViewController TodayViewController KeyboardViewController InterfaceController ' +
		'NotificationService NotificationViewController MainView HomeView RootView LoginView SettingsView MainTabView ' +
		'AboutView AccountView AccountsView AddAccountView AddAccountsView ProfileView SearchView WelcomeView SplashView ' +
		'OnboardingView LoadingView ErrorView WebView SafariView ShareSheet ImagePicker SidebarView TabBarView DetailView ' +
		'ListView EditView SignInView SignUpView NotificationsView HelpView FeedbackView PaywallView AppView ' +
		'AboutViewController AccountViewController ProfileViewController SearchViewController WebViewController ' +
		'OnboardingViewController SplashViewController BaseViewController TabBarController MainTabBarController'
	).split(' '),
);

/** Returns true if the type has a template's name and isn't nested. The enclosing type identifies a nested type. */
export function isTemplateType({ kind, enclosing, type = '', module }: Frame): boolean {
	const [name = '', ...nested] = (enclosing?.type ?? type).split('.');
	const [simple = '', ...more] = name === module ? nested : [name, ...nested];
	return kind === 'native' && more.length === 0 && templateTypes.has(simple);
}
