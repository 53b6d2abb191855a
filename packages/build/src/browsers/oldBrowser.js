/* Says "this browser is too old" in the place of the app, which such a browser can't run, or would run with faults. Runs before all
   else, in browsers of any age: ECMAScript 5, no module, no style sheet. The build writes the versions in (firstScript.ts). */
(function () {
  "use strict";

  /* What the targets have, and Chrome 110 and Safari 16.3 lack: a test compares it with the data of MDN. */
  function isOld() {
    var css = window.CSS;
    return !(
      css &&
      css.supports &&
      css.supports("color", "color-mix(in oklch, red, blue)") &&
      "CSSPropertyRule" in window
    );
  }

  /* Name and version, as the browser gives them. All browsers of iOS are as old as iOS. */
  function browserName() {
    var agent = navigator.userAgent;
    var ios = /(?:iPhone|CPU) OS (\d+)[_.](\d+)/.exec(agent);
    if (ios) return "iOS " + ios[1] + "." + ios[2];
    var names = [
      ["Edge", /Edg(?:e|A)?\/(\d+)/],
      ["Opera", /OPR\/(\d+)/],
      ["Samsung Internet", /SamsungBrowser\/(\d+)/],
      ["Firefox", /Firefox\/(\d+)/],
      ["Chrome", /Chrom(?:e|ium)\/(\d+)/],
      ["Safari", /Version\/(\d+(?:\.\d+)?).*Safari/],
      ["Internet Explorer", /(?:MSIE |Trident.*rv:)(\d+)/],
    ];
    for (var i = 0; i < names.length; i++) {
      var found = names[i][1].exec(agent);
      if (found) return names[i][0] + " " + found[1];
    }
    return "";
  }

  var TEXTS = [
    [
      "tr",
      "Bu tarayıcı çok eski",
      "Tarayıcınız: ",
      "Bu sayfa Chrome __CHROME__ veya Safari __SAFARI__ ve daha yenisini gerektirir. Tarayıcınızı, iPhone ve iPad’de iOS’u güncelleyin ya da güncel bir Google Chrome veya Apple Safari kullanın.",
    ],
    [
      "en",
      "This browser is too old",
      "Your browser: ",
      "This page needs Chrome __CHROME__ or Safari __SAFARI__, or newer. Update your browser, on iPhone and iPad iOS, or use a current Google Chrome or Apple Safari.",
    ],
    [
      "ar",
      "هذا المتصفح قديم جدًا",
      "متصفحك: ",
      "تتطلب هذه الصفحة Chrome __CHROME__ أو Safari __SAFARI__ أو أحدث. حدّث متصفحك، أو iOS على iPhone وiPad، أو استخدم إصدارًا حديثًا من Google Chrome أو Apple Safari.",
    ],
  ];

  function add(to, tag, text) {
    var element = document.createElement(tag);
    if (text) element.appendChild(document.createTextNode(text));
    to.appendChild(element);
    return element;
  }

  function show() {
    var body = document.body;
    while (body.firstChild) body.removeChild(body.firstChild);
    body.style.cssText = "margin:0;padding:16px;background:#fff;color:#111;font:16px/1.5 sans-serif";
    var main = add(body, "main");
    main.id = "old-browser";
    main.setAttribute("role", "alert");
    main.style.cssText = "display:block;max-width:640px;margin:0 auto";
    var name = browserName();
    for (var i = 0; i < TEXTS.length; i++) {
      var text = TEXTS[i];
      var part = add(main, "section");
      part.lang = text[0];
      part.dir = text[0] === "ar" ? "rtl" : "ltr";
      add(part, i === 0 ? "h1" : "h2", text[1]).style.cssText = "font-size:24px;margin:24px 0 8px";
      if (name) add(part, "p", text[2] + name).style.margin = "0 0 8px";
      add(part, "p", text[3]).style.margin = "0 0 8px";
    }
    var links = add(main, "p");
    links.style.margin = "24px 0";
    var addresses = [
      ["Google Chrome", "https://www.google.com/chrome/"],
      ["Apple Safari", "https://www.apple.com/safari/"],
    ];
    for (var j = 0; j < addresses.length; j++) {
      var link = add(links, "a", addresses[j][0]);
      link.href = addresses[j][1];
      link.rel = "noopener noreferrer";
      link.style.cssText = "color:#0645ad;margin:0 16px 0 0";
    }
    document.title = TEXTS[0][1];
    document.documentElement.style.background = "#fff";
  }

  if (!isOld()) return;
  /* The scripts of the app, which come later in the page, do not run. */
  var policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = "script-src 'none'";
  document.head.appendChild(policy);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", show);
  else show();
})();
