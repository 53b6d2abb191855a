/** Notices of the demo: what players of a new house find in their quick panel, in each language. */
import type { Language } from "@reelcast/contract";

interface DemoNotice {
  title: string;
  detail: string;
  texts: Partial<Record<Language, { title: string; detail: string }>>;
}

export const DEMO_NOTES: readonly DemoNotice[] = [
  {
    title: "İlk PIN’inizi değiştirin",
    detail: "Ekran kilidinin ilk PIN’i 0000’dır. Profil sayfasında kendinize yeni bir PIN seçin.",
    texts: {
      en: {
        title: "Change your first PIN",
        detail: "The first PIN of the screen lock is 0000. Choose one of your own on the Profile page.",
      },
      ar: {
        title: "غيّر رمز PIN الأول",
        detail: "رمز PIN الأول لقفل الشاشة هو 0000. اختر رمزًا خاصًا بك في صفحة الملف الشخصي.",
      },
    },
  },
  {
    title: "Limitinizi siz koyun",
    detail:
      "Para yatırma, kayıp ve süre limitleri Profil sayfasında. Sıkı limit hemen, gevşek limit 24 saat sonra geçerli olur.",
    texts: {
      en: {
        title: "Set your own limits",
        detail:
          "Limits for deposits, losses and time are on the Profile page. A tighter limit takes effect at once, a looser one after 24 hours.",
      },
      ar: {
        title: "ضع حدودك بنفسك",
        detail: "حدود الإيداع والخسارة والوقت في صفحة الملف الشخصي. الحد الأشد يسري فورًا، والأخف بعد 24 ساعة.",
      },
    },
  },
  {
    title: "Bir sorunuz mu var?",
    detail: "Sohbetten destek masasına yazın; yanıtı aynı yerde bulursunuz. Şifrenizi ve PIN’inizi kimseye söylemeyin.",
    texts: {
      en: {
        title: "Do you have a question?",
        detail:
          "Write to the support desk in the chat; you find the answer in the same place. Never tell anybody your password or PIN.",
      },
      ar: {
        title: "هل لديك سؤال؟",
        detail: "راسل مكتب الدعم في الدردشة وستجد الرد في المكان نفسه. لا تخبر أحدًا بكلمة مرورك أو برمز PIN.",
      },
    },
  },
];

/** Upcoming events: the new week, the new month, maintenance. `today` is a day such as 2026-11-21. */
export function demoEvents(today: string): (DemoNotice & { at: string })[] {
  const from = new Date(`${today}T00:00:00Z`);
  const day = (year: number, month: number, date: number) =>
    new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);
  const [year, month, date] = [from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate()];
  return [
    {
      title: "Haftalık bonus yenileniyor",
      detail: "Yeni hafta pazartesi başlıyor. Haftalık bonusunuzu lobiden isteyebilirsiniz.",
      at: `${day(year, month, date + 7 - ((from.getUTCDay() + 6) % 7))}T00:00`,
      texts: {
        en: {
          title: "The weekly bonus starts anew",
          detail: "A new week begins on Monday. You can claim your weekly bonus from the lobby.",
        },
        ar: {
          title: "المكافأة الأسبوعية تتجدد",
          detail: "يبدأ أسبوع جديد يوم الاثنين. يمكنك طلب مكافأتك الأسبوعية من اللوبي.",
        },
      },
    },
    {
      title: "Yayın bakımı",
      detail: "Sabaha karşı yayınlar kısa bir süre kesilebilir. Krediniz ve yarım kalan oyununuz güvendedir.",
      at: `${day(year, month, date + 10)}T05:00`,
      texts: {
        en: {
          title: "Maintenance of the live video",
          detail:
            "The video may stop for a short while in the early morning. Your credit and a game in progress are safe.",
        },
        ar: {
          title: "صيانة البث",
          detail: "قد ينقطع البث لفترة قصيرة قبل الفجر. رصيدك ولعبتك الجارية في أمان.",
        },
      },
    },
    {
      title: "Aylık limitler baştan başlıyor",
      detail: "Ayın ilk günü aylık limitleriniz sıfırdan sayılır. Gözden geçirmek için Profil sayfasına bakın.",
      at: `${day(year, month + 1, 1)}T00:00`,
      texts: {
        en: {
          title: "Monthly limits start anew",
          detail:
            "On the first day of the month your monthly limits count from zero. Look at them on the Profile page.",
        },
        ar: {
          title: "الحدود الشهرية تبدأ من جديد",
          detail: "في أول يوم من الشهر تُحسب حدودك الشهرية من الصفر. راجعها في صفحة الملف الشخصي.",
        },
      },
    },
  ];
}
