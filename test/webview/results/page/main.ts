// The order matters, because the view requests the editor API as soon as it is loaded.
import '../../../support/webview/fakeHost';
import '../../../../src/webview/results/main';
