// The order matters, because the page requests the editor API as soon as it is loaded.
import '../../../support/webview/fakeOverviewHost';
import '../../../../src/webview/overview/main';
