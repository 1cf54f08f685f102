import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    private let orders = OrderQueue()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = UINavigationController(rootViewController: CheckoutViewController())
        window.makeKeyAndVisible()
        self.window = window
        orders.resume()
        return true
    }

    func applicationDidReceiveMemoryWarning(_ application: UIApplication) {
        ImageCache.shared().removeAllImages()
    }
}
